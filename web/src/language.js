// The texts of the page in English and Chinese. Messages of the engine are shown as they are.

const WORDS = {
  en: {
    game: "Game", own: "your own", change: "Change a rule", share: "Copy link", shared: "The link is copied.",
    sharedIn: "The link is in the address bar.", rules: "Rule file", board: "Board",
    back: "Take back", on: "Forward", anew: "New game", pass: "Pass", random: "Random", picture: "Save picture", pieces: "Pieces",
    sets: { pictures: "Pictures", chinese: "汉字", full: "二文字", letters: "Letters" },
    unknown: (name) => `There is no game \`${name}\` here.`,
    badLink: "The link is damaged and cannot be read.",
    noRules: "The rule file has errors. There is no game until they are corrected.",
    moves: "Moves", prose: "In words", count: "Perft",
    depth: "Depth", go: "Count", stop: "Stop", enter: "Play", set: "Set up", move: "A move",
    toMove: (player) => `${player} to move`, check: "check", wins: (player) => `${player} wins`, draw: "a draw",
    hand: (player) => `${player}'s hand`, empty: "empty", nobody: "neutral",
    target: "can be moved here", takes: "can be taken here", chosen: "chosen", movable: "can move", last: "last move",
    choose: "Which move?", cancel: "Cancel", fine: "No findings.", loading: "Loading the engine …",
    findings: (errors, warnings) => [errors && `${errors} error${errors > 1 ? "s" : ""}`,
      warnings && `${warnings} warning${warnings > 1 ? "s" : ""}`].filter(Boolean).join(", "),
    stays: "the board shows the last rules without errors",
    notLegal: "Why not? ", nodes: (count, time) => `${count} positions, ${time} ms`, stopped: "stopped",
    crashed: "The engine crashed and was restarted: ", noEngine: "The engine cannot be started. Reload the page. ", branch: "another line", points: "points",
    watching: (name) => `Following ${name}`, gone: "The program that serves this page has stopped.",
    times: (count) => `${count} times`, licences: "Licences of the included software",
    gallery: "Games", close: "Close", search: "Search: a name, a family, a word", others: "Others",
    games: (count) => (count === 1 ? "1 game" : `${count} games`),
    legend: "Pieces", legendHint: "Choose a piece to see how it moves.",
    arrange: "Edit position", clear: "Clear", playOn: "Play from here", whoseTurn: "Whose turn", remove: "remove",
    held: (piece) => `${piece} in hand`, boardTheme: "Board",
    themes: { wood: "Wood", blue: "Blue", green: "Green", grey: "Grey", contrast: "Contrast" },
    openRecord: "Open game", saveRecord: "Save game", chooseFormat: "Which format?",
    chooseGame: (count) => `The file has ${count} games. Which one?`,
    noRecord: "The file cannot be opened: ", tooLarge: "The file has more than 8 MB; `carn record` reads such files.",
    against: "Play the computer", strength: "Strength", level: (level) => `level ${level}`, ownSide: "Your side",
    youPlay: (player) => `you play ${player}`, watch: "you watch", players: "Players", playedBy: (player) => `Who plays ${player}`,
    person: "person", computer: (level) => `computer ${level}`, clocks: "Clocks", noClock: "no clocks",
    control: (minutes, seconds) => `${minutes} min${seconds === "0" ? "" : ` + ${seconds} s`}`,
    hint: "Hint", evaluation: "Evaluation", turn: "Flip", resign: "Resign", offer: "Draw", more: "More",
    hinted: (move, rest, score) => `Hint: ${move}${rest && `, then ${rest}`}${score && ` (${score})`}`,
    standing: (player, score) => `Evaluation for ${player}: ${score}`,
    sure: "Are you sure?", resigns: (player) => `${player} resigns`, agree: "Offer a draw",
    agreed: "agreed", declined: "The computer declines: its position is better.", notNow: "Offer a draw when it is your turn.",
    waits: "Resign when it is your turn.",
    resigned: (player) => `${player} resigns`, timeUp: (player) => `${player}'s time is up`,
    reasons: {
      "checkmate": "checkmate", "stalemate": "no legal move", "royal-lost": "a royal piece is lost",
      "repetition": "repetition of the position", "perpetual-check": "perpetual check",
      "perpetual-chase": "perpetual chase", "counting": "the counting limit was reached",
      "quiet": "too many moves without progress", "insufficient": "too little material", "end": "a condition that ends this game",
    },
  },
  zh: {
    game: "棋种", own: "自定", change: "修改规则", share: "复制链接", shared: "链接已复制。",
    sharedIn: "链接在地址栏中。", rules: "规则文件", board: "棋盘",
    back: "悔棋", on: "前进", anew: "新局", pass: "弃权", random: "随机", picture: "保存图片", pieces: "棋子",
    sets: { pictures: "图形", chinese: "汉字", full: "二文字", letters: "字母" },
    unknown: (name) => `这里没有棋种“${name}”。`,
    badLink: "链接已损坏，无法读取。", noRules: "规则文件有错误，改正后才能下棋。",
    moves: "着法", prose: "规则说明", count: "计数",
    depth: "深度", go: "计数", stop: "停止", enter: "走", set: "摆局", move: "着法",
    toMove: (player) => `轮到${player}走`, check: "将军", wins: (player) => `${player}胜`, draw: "和棋",
    hand: (player) => `${player}持子`, empty: "空", nobody: "中立",
    target: "可走到此处", takes: "可吃", chosen: "已选", movable: "可走", last: "上一着",
    choose: "走哪一着？", cancel: "取消", fine: "没有问题。", loading: "正在载入引擎……",
    findings: (errors, warnings) => [errors && `${errors} 个错误`, warnings && `${warnings} 个警告`]
      .filter(Boolean).join("，"),
    stays: "棋盘仍按上一次无错的规则",
    notLegal: "为什么不行？", nodes: (count, time) => `${count} 个局面，${time} 毫秒`, stopped: "已停止",
    crashed: "引擎停止后已重新启动：", noEngine: "引擎无法启动，请重新载入本页。", branch: "另一变化", points: "分",
    watching: (name) => `跟随 ${name}`, gone: "提供本页的程序已经退出。",
    times: (count) => `${count} 枚`, licences: "本页所含软件的许可",
    gallery: "棋种库", close: "关闭", search: "搜索：名称、类别或词", others: "其他",
    games: (count) => `${count} 种`,
    legend: "棋子", legendHint: "点一枚棋子，看它怎么走。",
    arrange: "摆局面", clear: "清空", playOn: "从此局面开始", whoseTurn: "轮到谁走", remove: "拿掉",
    held: (piece) => `${piece}持有数`, boardTheme: "棋盘",
    themes: { wood: "木色", blue: "蓝色", green: "绿色", grey: "灰色", contrast: "高对比" },
    openRecord: "打开棋谱", saveRecord: "保存棋谱", chooseFormat: "哪种格式？",
    chooseGame: (count) => `文件中有 ${count} 局。打开哪一局？`,
    noRecord: "文件无法打开：", tooLarge: "文件超过 8 MB；可用 `carn record` 读取。",
    against: "与电脑对弈", strength: "棋力", level: (level) => `${level} 级`, ownSide: "您执哪一方",
    youPlay: (player) => `您执${player}`, watch: "观战", players: "棋手", playedBy: (player) => `${player}由谁走`,
    person: "人", computer: (level) => `电脑 ${level} 级`, clocks: "棋钟", noClock: "不计时",
    control: (minutes, seconds) => `${minutes} 分${seconds === "0" ? "" : ` + ${seconds} 秒`}`,
    hint: "提示", evaluation: "形势", turn: "翻转", resign: "认输", offer: "求和", more: "更多",
    hinted: (move, rest, score) => `提示：${move}${rest && `，然后 ${rest}`}${score && `（${score}）`}`,
    standing: (player, score) => `${player}的形势：${score}`,
    sure: "确定吗？", resigns: (player) => `${player}认输`, agree: "提议和棋",
    agreed: "双方同意", declined: "电脑不同意：它形势较好。", notNow: "轮到您走时才能求和。",
    waits: "轮到您走时才能认输。",
    resigned: (player) => `${player}认输`, timeUp: (player) => `${player}超时`,
    reasons: {
      "checkmate": "将死", "stalemate": "无着可走", "royal-lost": "王被吃", "repetition": "局面重复",
      "perpetual-check": "长将", "perpetual-chase": "长捉", "counting": "计步已满", "quiet": "多步无进展", "insufficient": "子力不足", "end": "本棋种的终局",
    },
  },
};

let language = "en";

/** The language of the page: `en` or `zh`. */
export const current = () => language;

/** What the page says under a name; with arguments if it is a sentence that takes them. */
export function say(name, ...given) {
  const found = WORDS[language][name];
  return typeof found === "function" ? found(...given) : found;
}

/** Changes the language, and every text of the page that names its words. */
export function speak(wanted) {
  language = wanted === "zh" ? "zh" : "en";
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-say]")) element.textContent = say(element.dataset.say);
  for (const element of document.querySelectorAll("[data-name]")) element.setAttribute("aria-label", say(element.dataset.name));
  const other = document.getElementById("language");
  other.textContent = language === "zh" ? "English" : "中文";
  other.lang = language === "zh" ? "en" : "zh";
  document.getElementById("typed-move").placeholder = say("move");
  document.getElementById("typed-move").setAttribute("aria-label", say("move"));
  try { localStorage.setItem("language", language); } catch { /* A page without storage forgets. */ }
}

/** The language that was chosen here before, else the one that the browser asks for. */
export function preferred() {
  try {
    const known = localStorage.getItem("language");
    if (known) return known;
  } catch { /* As above. */ }
  return navigator.language?.startsWith("zh") ? "zh" : "en";
}

/** A player's or a piece's name. */
export const named = (thing) => (language === "zh" && thing.zh) || thing.name;
