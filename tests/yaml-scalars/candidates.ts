// Strings that a YAML reader may not resolve to a string: every string up to a length over the relevant characters, and the
// special forms of the YAML type repository with their variations.

/** Every string of `length` characters of `alphabet`. */
function* strings(alphabet: readonly string[], length: number): Generator<string> {
  if (length === 0) {
    yield "";
    return;
  }
  for (const rest of strings(alphabet, length - 1)) for (const character of alphabet) yield rest + character;
}

/** One character of each class: digits of each base, letters of prefixes and words, all indicators, white space, line breaks, unprintable ones. */
const characters = [
  ..." 0179abefinotxyzABEFINOTXYZ~!@#$%^&*()_+-=[]{}|;:'\",./<>?\\`\t\n\r\0\u0085\u00A0\u2028\uFEFFé😀",
];
const punctuation = [..." a0.-:#,[]{}&*!|>'\"%@`?=<~_+\n\t"];
const numeric = [..."0179.-+_:eExobTZ "];
const exponents = [..."01._e-+:"];

const words =
  "null nil none true false yes no on off y n t f inf infinity nan .inf .nan -.inf +.inf -.nan +.nan -inf +inf ~ << = * & ! ? - -- --- .. ... .... | > %YAML".split(
    " ",
  );

const numbers = (
  "0 1 12 123 0123 0789 0o17 0O17 0x1F 0X1F 0xG 0b101 0B101 0b2 1_000 1__0 _1 1_ 0_7 0x_F 0b_1 0o_7 1.5 1. .5 1.5.5 1.2.3 1e3 1E3 1e+3 1e-3 e3 E3 .e3 1.e3 " +
  "1_0.5 1.5_0 1e1_0 1,000 1e400 1e-400 9223372036854775807 9223372036854775808 18446744073709551615 18446744073709551616 0x1p-2 0x1.8p1 0xFFFFFFFFFFFFFFFFF " +
  "1:30 1:60 1:30:45 190:20:30 1:30.5 1:30:45.5 0:0 01:02 1_0:30 1:5 1:05:5 :30 1: 12:30:45:50 1:30_0 1i 1L 1f 1d ١٢ １ Ⅷ"
).split(" ");

const dates = (
  "2001-12-14 2001-1-1 2001-13-14 2001-12-32 2001-00-00 01-12-14 20011-12-14 2001-12 2001-12-14T 2001-12-14T21:59:43Z 2001-12-14t21:59:43.10-05:00 " +
  "2001-12-14T21:59:43+5 2001-12-14T21:59 2001-12-14T1:2:3Z 2001-12-14T21:59:43.1234567890Z 2001-02-30 21:59:43 2001:12:14 2001/12/14 2001-W01 0000-00-00 2001-12-14x"
)
  .split(" ")
  .concat([
    "2001-12-14 21:59:43.10 -5",
    "2001-12-14 21:59:43",
    "2001-12-14 21:59:43 Z",
    "2001-12-14  21:59",
    "2001-1-1 1:1:1.5",
  ]);

const structures = [
  "a: b",
  "a:b",
  "a :b",
  "a #b",
  "a# b",
  "- a",
  "-a",
  "? a",
  "?a",
  ": a",
  ":a",
  "a: ",
  "[a]",
  "{a: b}",
  "a, b",
  "!!str a",
  "&a b",
  "*a",
  "%a",
  "@a",
  "`a",
  "---a",
  "--- a",
  "---\ta",
  "...a",
  "... a",
  "a\n---\nb",
  "a\n...\nb",
  "a\n# b",
  "# a",
  "a\n\nb",
  "\na",
  " a",
  "a ",
  "\ta",
  "a\t",
  "a\t#b",
  "a\t: b",
  "a:\tb",
  "- \ta",
  "-\ta",
  "'",
  '"',
  "''",
  '""',
  "'a",
  '"a',
  "a'",
  'a"',
  "'a'",
  '"a"',
  "it's",
  "|",
  "|-",
  ">-",
  "|2",
  "\\",
  "\\n",
  "a\\",
  "a\rb",
  "a\u0085b",
  "a\u2028b",
  "a\u2029b",
  "\uFEFFa",
  "a\uFEFFb",
  "a\u007Fb",
  "a\u0080b",
  "\uFFFE",
  "\uFFFF",
  "a".repeat(127),
  "a".repeat(128),
  "a".repeat(129),
  "a".repeat(1023),
  "a".repeat(1024),
  "a".repeat(1025),
  "a b ".repeat(50),
];

/** All candidates, each once. The order never changes. */
export function candidates(): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [alphabet, lengths] of [
    [characters, [0, 1, 2]],
    [punctuation, [3]],
    [numeric, [3, 4]],
    [exponents, [5]],
  ] as const) {
    for (const length of lengths) for (const string of strings(alphabet, length)) found.add(string);
  }
  for (const word of words) for (const variation of cases(word)) for (const each of around(variation)) found.add(each);
  for (const number of numbers) for (const each of [...around(number), `-${number}`, `+${number}`]) found.add(each);
  for (const string of dates.flatMap(around).concat(structures)) found.add(string);
  return found;
}

function cases(word: string): readonly string[] {
  const capital = word.replace(/[a-z]/u, (letter) => letter.toUpperCase());
  const mixed = word.replaceAll(/[a-z]/gu, (letter, at: number) => (at % 2 === 0 ? letter : letter.toUpperCase()));
  return [word, capital, word.toUpperCase(), mixed];
}

function around(string: string): readonly string[] {
  return ["", " ", "_", ".", ":", ": ", " #", "a", "0", "\n"].flatMap((part) => [string + part, part + string]);
}
