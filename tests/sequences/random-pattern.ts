/** Random regular expressions in RE2 syntax, random strings to match, and almost valid patterns. */
import type { Random } from "@kubewright/async";
import { chance, oneOf } from "./structural-schema.ts";

const characters = ["a", "b", "c", "A", "1", "2", "_", "-", " ", "ä", "ß", "😀", "Ω", "\n"] as const;
const classes = [
  "\\d",
  "\\D",
  "\\w",
  "\\W",
  "\\s",
  "\\S",
  ".",
  "[ab]",
  "[^a]",
  "[a-c1-2]",
  "[[:alpha:]]",
  "[[:^digit:]]",
  "\\pL",
  "\\PL",
  "\\p{Greek}",
  "[^\\d_]",
  "[-a]",
  "[\\]b]",
  "\\x61",
  "\\x{3a9}",
  "\\.",
  "\\n",
] as const;
const anchors = ["^", "$", "\\b", "\\B", "\\A", "\\z"] as const;
const quantifiers = ["*", "+", "?", "{2}", "{1,}", "{0,2}", "{2,3}", "*?", "+?", "??", "{1,2}?"] as const;
const groups = ["(", "(?:", "(?i)(", "(?s:", "(?m:", "(?P<n>", "(?<m>", "(?U:", "(?i-s:"] as const;
const depthMax = 3;

/** A valid pattern. */
export function randomPattern(random: Random, depth: number = depthMax): string {
  const branches = Array.from({ length: chance(random, 0.2) ? 2 : 1 }, () => sequence(random, depth));
  return branches.join("|");
}

function sequence(random: Random, depth: number): string {
  return Array.from({ length: 1 + random.int(3) }, () => term(random, depth)).join("");
}

function term(random: Random, depth: number): string {
  if (chance(random, 0.15)) return oneOf(random, anchors);
  const atom = depth > 0 && chance(random, 0.3) ? group(random, depth - 1) : single(random);
  return chance(random, 0.4) ? atom + oneOf(random, quantifiers) : atom;
}

function group(random: Random, depth: number): string {
  return `${oneOf(random, groups)}${randomPattern(random, depth)})`;
}

function single(random: Random): string {
  if (chance(random, 0.4)) return oneOf(random, classes);
  const character = oneOf(random, characters);
  return character === "\n" ? "\\n" : character;
}

/** A string of the characters of patterns. */
export function randomText(random: Random): string {
  return Array.from({ length: random.int(9) }, () => oneOf(random, characters)).join("");
}

const slips = [
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  "*",
  "+",
  "?",
  "\\",
  "|",
  "^",
  "(?",
  "(?=",
  "\\1",
  "\\p{",
  "[[:x:]]",
  "{2,1}",
  "{1001}",
  "[b-a]",
  "(?P<1>",
  "\\Q",
  "\\C",
  "(?#",
  "\\u0061",
  "-",
] as const;

/** A pattern with a mistake, which may or may not be valid. */
export function nearlyPattern(random: Random): string {
  const pattern = Array.from(randomPattern(random, 2));
  const at = random.int(pattern.length + 1);
  return pattern.toSpliced(at, random.int(2), oneOf(random, slips)).join("");
}
