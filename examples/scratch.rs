//! scratch
use carn::search::*;
use carn::position::Position;
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let rules = carn::library::rules(&a[0]).unwrap();
    let t = std::time::Instant::now();
    let mut s = Searcher::new(&rules);
    println!("made in {:?}", t.elapsed());
    for (i, r) in rules.roles.iter().enumerate() { print!("{} {}  ", r.name, s.evaluation().value(carn::variant::RoleId(i as u8))); }
    println!();
    for o in &s.allowed().objections { println!("{}: {}", o.technique, o.reason); }
    let p = match a.get(2) { Some(f) => Position::from_fen(&rules, f).unwrap(), None => Position::start(&rules) };
    println!("eval {}", s.evaluate(&p));
    let ms: u64 = a.get(1).map_or(1000, |x| x.parse().unwrap());
    let l = Limits { time: Some(std::time::Duration::from_millis(ms)), ..Default::default() };
    s.search(&p, &l, &Control::new(), &mut |i| {
        let mut q = p.clone();
        let mut line = String::new();
        for &m in &i.lines[0].moves { line += &carn::notation::write(&q, m, carn::variant::Script::Coordinate).unwrap_or("?".into()); line += " "; if !q.is_legal(m) { line += "ILLEGAL"; break; } q.play_unchecked(m); }
        println!("{} {} {:?} {} {:.2}M/s {:?} {}", i.depth, i.deepest, i.lines[0].score, i.nodes, i.nodes as f64 / i.time.as_secs_f64() / 1e6, i.time, line);
    });
}
