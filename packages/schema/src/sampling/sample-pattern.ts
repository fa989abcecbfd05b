// Samples strings that match a pattern. RE2 decides which characters a class contains, so negated, POSIX and Unicode classes need
// no tables here.

import { compilePattern } from "../pattern/pattern.ts";
import type { Chance } from "./chance.ts";
import { happens, integerBetween, pick } from "./chance.ts";
import type { PatternPart } from "./pattern-tree.ts";
import { parsePattern } from "./pattern-tree.ts";

/** Samples strings that match a pattern. `\b` and anchors inside of the pattern are ignored, so a sample may not match. */
export interface PatternSampler {
  /** `stretch`: the maximum number of optional repetitions. */
  sample(chance: Chance, stretch: number): string;
}

/** @throws {PatternError} if the string is not a valid pattern. */
export function createPatternSampler(source: string): PatternSampler {
  compilePattern(source);
  const tree = parsePattern(source);
  const classes = new Map<string, readonly string[]>();

  function charactersOf(classSource: string): readonly string[] {
    const known = classes.get(classSource) ?? charactersIn(classSource);
    classes.set(classSource, known);
    return known;
  }

  function write(part: PatternPart, chance: Chance, stretch: number): string {
    switch (part.kind) {
      case "text":
        return part.text;
      case "class": {
        const characters = charactersOf(part.source);
        return characters.length === 0 ? "" : pick(chance, characters);
      }
      case "sequence":
        return part.parts.map((each) => write(each, chance, stretch)).join("");
      case "choice":
        return write(pick(chance, part.options), chance, stretch);
      case "repeat": {
        const most = Math.min(part.max ?? Infinity, part.min + stretch);
        const count = integerBetween(chance, part.min, most);
        // Nested repetitions get fewer repetitions, because the sample would grow exponentially otherwise.
        const inner = part.max === 1 ? stretch : Math.floor(stretch / 2);
        return Array.from({ length: count }, () => write(part.part, chance, inner)).join("");
      }
    }
  }

  return { sample: (chance, stretch) => write(tree, chance, stretch) };
}

/** The printable ASCII characters of a class; other characters only for a class without these. */
function charactersIn(classSource: string): readonly string[] {
  const pattern = compilePattern(`^(?:${classSource})$`);
  const found = ascii.filter((character) => pattern.test(character));
  return found.length > 0 ? found : others.filter((character) => pattern.test(character));
}

const range = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));

const ascii = range(0x20, 0x7e);

/** Latin, Greek, Cyrillic, some symbols, and unprintable characters. */
const others: readonly string[] = [
  ...range(0xa1, 0x24f),
  ...range(0x370, 0x45f),
  ...range(0x2010, 0x2030),
  ...range(0x4e00, 0x4e20),
  ...range(0x1f600, 0x1f610),
  ...range(0x00, 0x1f),
];

/** A string of `length` arbitrary characters. */
export function anyText(chance: Chance, length: number): string {
  const alphabet = happens(chance, 0.2) ? unusual : plain;
  return Array.from({ length }, () => pick(chance, alphabet)).join("");
}

const plain: readonly string[] = [..."abcdefghijklmnopqrstuvwxyz0123456789-"];
const unusual: readonly string[] = [...ascii, "ä", "ß", "漢", "😀", "\n", "\t", "\u2028"];
