// Replaces the matches of a pattern in a long text in steps.
import type { Steps } from "./steps.ts";
import { itemsPerStep } from "./steps.ts";

/** The text with each match of a global pattern replaced; a match for which `replacement` returns `undefined` is kept. */
export function* replaceInSteps(
  text: string,
  pattern: RegExp,
  replacement: (match: RegExpExecArray) => string | undefined,
): Steps<string> {
  let [replaced, end, count] = ["", 0, 0];
  for (const match of text.matchAll(pattern)) {
    if (++count % itemsPerStep === 0) yield;
    const inserted = replacement(match);
    if (inserted === undefined) continue;
    replaced += text.slice(end, match.index) + inserted;
    end = match.index + match[0].length;
  }
  return replaced + text.slice(end);
}
