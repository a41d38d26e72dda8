//! Predicates and effects in Chinese.

use crate::compile::written_out;
use crate::syntax::ast::{Amount, Argument, ArgumentKind, Call, Count};

use super::{TARGET, THAT, Words, written};
use crate::prose::words::{change, is_exact, only_call};

impl Words<'_> {
    pub(super) fn predicate(&self, call: &Call, here: &str) -> String {
        let name = call.name.text.as_str();
        let square = || self.place_or(call.arguments.last(), here);
        match name {
            "Empty" => format!("{}为空", square()),
            "Occupied" => format!("{}有棋子", square()),
            "Ally" => format!("{}有己方棋子", square()),
            "Own" => format!("{}有本方（非盟友）棋子", square()),
            "Opponent" => format!("{}有对方棋子", square()),
            "NoAlly" => format!("{}没有己方棋子", square()),
            "NoOpponent" => format!("{}没有对方棋子", square()),
            "Is" => self.is(call, here, "是"),
            "JumpOver" => self.jump_over(call),
            "Ride" => match call.arguments.first() {
                None => "途中各落点均为空时可同向连续走".to_owned(),
                Some(times) => format!("途中各落点均为空时可同向连续走 {} 次", self.counts_of(times)),
            },
            // In a quantifier, the square itself is tested.
            "On" if here == THAT => format!("{THAT}在{}", self.regions(call)),
            "On" => format!("起点在{}", self.regions(call)),
            "To" => format!("落点在{}", self.regions(call)),
            "By" => format!("仅限{}", self.list(&call.arguments, "、")),
            "Where" => match call.arguments.as_slice() {
                [variable, counts] => format!("{} {}", self.counts_of(variable), self.number("为", counts)),
                _ => written(call),
            },
            "Right" => match call.arguments.as_slice() {
                [right, place] => {
                    format!("{}的权利 {} 仍在", self.argument(place), self.argument(right))
                }
                rights => format!("权利 {} 仍在", self.list(rights, "、")),
            },
            "Same" => format!("{here}就是{}", self.list(&call.arguments, "或")),
            "Unmoved" => {
                let origin = if here == THAT { THAT } else { "起点" };
                format!("{}的棋子从未动过", self.place_or(call.arguments.last(), origin))
            }
            "Marked" if self.variant.players.len() > 2 => format!("{}有对方留下的标记", square()),
            "Marked" => format!("{}有上一着留下的标记", square()),
            "Attacked" => format!("{}受对方攻击", square()),
            "NotAttacked" => format!("{}不受对方攻击", square()),
            "Any" => self.quantified(&call.arguments, "中至少有一格"),
            "All" => self.quantified(&call.arguments, "中每一格都满足"),
            "None" => self.quantified(&call.arguments, "中没有一格满足"),
            "Count" => match call.arguments.split_first() {
                Some((counts, rest)) => {
                    self.quantified(rest, &format!("中{} 格满足", self.number("有", counts)))
                }
                None => written(call),
            },
            "Row" => format!("{}上全是己方棋子", self.list(&call.arguments, "、")),
            "InRow" => match call.arguments.split_first() {
                Some((counts, each)) => {
                    let each = match each {
                        [] => String::new(),
                        _ => format!("，其中每枚：{}", self.conditions(each, "，且", THAT)),
                    };
                    format!("己方棋子在一条直线上连成 {} 枚{each}", self.counts_of(counts))
                }
                None => written(call),
            },
            "Not" => self.not(call, here),
            "Or" => format!("或者{}", self.conditions(&call.arguments, "，或者", here)),
            "Mobile" => "在那里日后仍有路可走".to_owned(),
            "Checks" => "构成将军".to_owned(),
            "Mates" => "构成将死".to_owned(),
            "Takes" if call.arguments.is_empty() => "吃子".to_owned(),
            "Takes" => format!("吃{}", self.list(&call.arguments, "或")),
            "Drops" if call.arguments.is_empty() => "打入持子".to_owned(),
            "Drops" => format!("打入{}", self.list(&call.arguments, "或")),
            "Passes" => "弃权不走".to_owned(),
            "After" => format!("走后{}", self.conditions(&call.arguments, "，且", here)),
            "WithoutDrop" => {
                format!("走后（不计打入之子）{}", self.conditions(&call.arguments, "，且", here))
            }
            "Can" if call.arguments.is_empty() => "有着可走".to_owned(),
            "Can" => format!("有着可走且{}", self.conditions(&call.arguments, "，且", TARGET)),
            "Passed" => match call.arguments.first() {
                Some(counts) => format!("已连续弃权 {} 次", self.counts_of(counts)),
                None => written(call),
            },
            "ToMove" => "轮到该方走棋".to_owned(),
            "InCheck" => "该方被将军".to_owned(),
            "InHand" => match call.arguments.split_first() {
                Some((counts, [])) => format!("持子 {} 枚", self.counts_of(counts)),
                Some((counts, roles)) => {
                    format!("持有{} {} 枚", self.list(roles, "、"), self.counts_of(counts))
                }
                None => written(call),
            },
            "Counter" => match call.arguments.as_slice() {
                [counter, counts] => {
                    format!("计数 {} {}", self.argument(counter), self.number("为", counts))
                }
                _ => written(call),
            },
            "More" => "子数多于其他各方".to_owned(),
            "MorePoints" => "分数多于其他各方".to_owned(),
            "Points" => match call.arguments.first() {
                Some(counts) => format!("{} 分", self.number("有", counts)),
                None => written(call),
            },
            "Full" => "棋盘已满".to_owned(),
            _ => match written_out(call) {
                Some(calls) => self.all(&calls, here),
                None => format!("满足 {}", written(call)),
            },
        }
    }

    /// A negation. The most frequent ones have their own wording.
    fn not(&self, call: &Call, here: &str) -> String {
        if let Some(inner) = only_call(call) {
            match inner.name.text.as_str() {
                "On" if here == THAT => return format!("{THAT}不在{}", self.regions(inner)),
                "On" => return format!("起点不在{}", self.regions(inner)),
                "To" => return format!("落点不在{}", self.regions(inner)),
                "Is" => return self.is(inner, here, "不是"),
                "By" => return format!("{}除外", self.list(&inner.arguments, "、")),
                "Mobile" => return "在那里日后已无路可走".to_owned(),
                "Checks" => return "不构成将军".to_owned(),
                "Mates" => return "不构成将死".to_owned(),
                "Takes" if inner.arguments.is_empty() => return "不吃子".to_owned(),
                "Can" if inner.arguments.is_empty() => return "无着可走".to_owned(),
                "InCheck" => return "该方未被将军".to_owned(),
                "ToMove" => return "未轮到该方走棋".to_owned(),
                _ => {}
            }
        }
        format!("并非“{}”", self.conditions(&call.arguments, "，且", here))
    }

    /// The condition on each piece that an effect acts on, after its place; empty if there is none.
    fn filter(&self, call: &Call) -> String {
        match call.arguments.get(1..) {
            None | Some([]) => String::new(),
            Some(filter) => format!("（须{}）", self.conditions(filter, "，且", THAT)),
        }
    }

    pub(super) fn effect(&self, call: &Call) -> String {
        let place = |index: usize| self.place_or(call.arguments.get(index), TARGET);
        match call.name.text.as_str() {
            "Take" => {
                format!("吃掉{}的棋子{}", place(0), self.filter(call))
            }
            "Shift" => format!("{}的棋子移到{}", place(0), place(1)),
            "Mark" if self.variant.players.len() > 2 => {
                format!("在{}留下标记，到己方下一次走棋时消失", place(0))
            }
            "Mark" => format!("在{}留下标记，对方走完一着后消失", place(0)),
            "TakeMarker" => "吃掉留下标记的棋子".to_owned(),
            "KeepMarks" => "对方的标记在本回合内保留".to_owned(),
            "Promote" => format!("升变为{}，由走棋方选择", self.list(&call.arguments, "或")),
            "Become" => format!("变为{}", self.list(&call.arguments, "或")),
            "ToHand" => format!("{}的棋子归吃子方持有", place(0)),
            "Flip" => {
                format!("{}的棋子改换归属{}", place(0), self.filter(call))
            }
            "Drop" => match call.arguments.split_last() {
                Some((place, roles)) => {
                    format!("可将持有的{}打入{}", self.list(roles, "或"), self.argument(place))
                }
                None => written(call),
            },
            "Again" => "走棋方再走一着".to_owned(),
            "Add" => match call.arguments.as_slice() {
                [counter, by] => {
                    let counter = self.argument(counter);
                    match change(by) {
                        Some((number, less)) => {
                            format!("计数 {counter} {} {number}", if less { "减" } else { "加" })
                        }
                        None => format!("计数 {counter} 增加 {}", self.argument(by)),
                    }
                }
                _ => written(call),
            },
            "Set" => format!("计数 {}", self.list(&call.arguments, " 设为 ")),
            "Gain" => format!("获得权利 {}", self.list(&call.arguments, " ")),
            "Lose" => format!("失去权利 {}", self.list(&call.arguments, " ")),
            "Put" => match call.arguments.first() {
                Some(role) => format!("在{}放上己方的{}", place(1), self.argument(role)),
                None => written(call),
            },
            _ => format!("执行 {}", written(call)),
        }
    }

    /// A verb with a number: `为 3`, `至少为 3`.
    fn number(&self, verb: &str, counts: &Argument) -> String {
        let number = self.counts_of(counts);
        match number.split_once(' ') {
            Some((bound @ ("至少" | "至多"), limit)) => format!("{bound}{verb} {limit}"),
            _ => format!("{verb} {number}"),
        }
    }

    fn is(&self, call: &Call, here: &str, verb: &str) -> String {
        let (places, roles): (Vec<&Argument>, Vec<&Argument>) =
            call.arguments.iter().partition(|argument| !matches!(argument.kind, ArgumentKind::Name(_)));
        let roles: Vec<_> = roles.into_iter().map(|role| self.argument(role)).collect();
        format!("{}{verb}{}", self.place_or(places.last().copied(), here), roles.join("或"))
    }

    fn jump_over(&self, call: &Call) -> String {
        let Some((counts, each)) = call.arguments.split_first() else { return "可越子".to_owned() };
        let how_many = match &counts.kind {
            ArgumentKind::Counts(counts)
                if matches!(counts.as_slice(), [Count { amount: Amount::Any, .. }]) =>
            {
                "可越过任意棋子".to_owned()
            }
            _ => {
                let exactly = if is_exact(counts) { "正好" } else { "" };
                format!("必须{exactly}越过 {} 个棋子", self.counts_of(counts))
            }
        };
        let each = if each.is_empty() {
            String::new()
        } else {
            format!("（每个都须{}）", self.conditions(each, "，且", THAT))
        };
        how_many + &each
    }

    fn quantified(&self, arguments: &[Argument], quantity: &str) -> String {
        let Some((place, tests)) = arguments.split_first() else { return quantity.to_owned() };
        if tests.is_empty() {
            return format!("{}{}", self.argument(place), quantity.replace("满足", "存在"));
        }
        format!("{}{quantity}：{}", self.argument(place), self.conditions(tests, "，且", THAT))
    }
}
