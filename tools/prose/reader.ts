// How a page addresses its reader: how often it uses "you", and how many of its commands are followed by what they print.
import type { SourceFile } from "../source/workspace.ts";
import { passagesOf } from "./passages.ts";

export interface ReaderFigures {
  readonly path: string;
  readonly words: number;
  /** "you" and "your" in 1,000 words of prose. */
  readonly youPerThousand: number;
  readonly questions: number;
  /** Blocks of commands (`sh`), and of what they print (`text`, `console`). */
  readonly commands: number;
  readonly outputs: number;
}

/** The figures of a page in Markdown. */
export function readerFiguresOf(page: SourceFile): ReaderFigures {
  const prose = passagesOf(page).map(({ text }) => text);
  const words = prose.flatMap((text) => text.match(/[\p{L}\p{N}'’]+/gu) ?? []);
  const you = words.filter((word) => /^you(?:r|rs|rself)?$/iu.test(word)).length;
  const languages = Array.from(page.text.matchAll(/^```(\w+)[^\n]*\n[^]*?^```$/gmu), ([, language]) => language);
  return {
    path: page.path,
    words: words.length,
    youPerThousand: words.length === 0 ? 0 : Math.round((you / words.length) * 1_000),
    questions: prose.join("\n").match(/\?(?=\s|$|\*)/gu)?.length ?? 0,
    commands: languages.filter((language) => language === "sh").length,
    outputs: languages.filter((language) => language === "text" || language === "console").length,
  };
}
