/**
 * Parses a document that a newcomer follows into steps. The attributes after the language of a fenced block are for the test:
 *
 *     ```sh                                  each line is a command that exits with 0
 *     ```sh exit=1                           a command that is expected to fail
 *     ```sh terminal=2 until="Ctrl-C"        a command in another terminal, where it keeps running
 *     ```ts file=api/v1/widget.ts            a whole file of the project
 *     ```diff file=api/v1/widget.ts          a change of a file: unchanged, removed (-) and added (+) lines
 *     ```sh interrupt=2                      a comment, and Ctrl-C in that terminal
 *     ```sh skip                             commands that need more than this machine, such as an image registry
 *     ```text                                lines in the output of the commands before; … matches anything
 */

export type TutorialStep =
  | { readonly kind: "write"; readonly file: string; readonly text: string; readonly line: number }
  | {
      readonly kind: "change";
      readonly file: string;
      /** Lines that the file contains exactly once. */
      readonly before: string;
      readonly after: string;
      readonly line: number;
    }
  | {
      readonly kind: "type";
      readonly commands: readonly string[];
      readonly terminal: number;
      readonly exit: number;
      /** The last command keeps running, and has printed this. */
      readonly until?: string;
      readonly line: number;
    }
  | { readonly kind: "see"; readonly lines: readonly string[]; readonly line: number }
  | { readonly kind: "interrupt"; readonly terminal: number; readonly line: number };

/** The steps of a Markdown document, in their order. */
export function tutorialSteps(text: string): readonly TutorialStep[] {
  const steps: TutorialStep[] = [];
  for (const match of text.matchAll(/^(`{3,})(\w+)([^\n]*)\n([^]*?)^\1[ \t]*$/gmu)) {
    const [, , language = "", info = "", content = ""] = match;
    const line = text.slice(0, match.index).split("\n").length + 1;
    const attributes = new Map(
      Array.from(info.matchAll(/(\w+)=(?:"([^"]*)"|(\S+))/gu), ([, key = "", a, b]) => [key, a ?? b]),
    );
    const file = attributes.get("file");
    const interrupted = attributes.get("interrupt");
    if (interrupted !== undefined) steps.push({ kind: "interrupt", terminal: Number(interrupted), line });
    else if (file !== undefined && language === "diff") {
      steps.push({ kind: "change", file, ...changeIn(content), line });
    } else if (file !== undefined) steps.push({ kind: "write", file, text: content, line });
    else if (language === "text") {
      steps.push({
        kind: "see",
        lines: content
          .split("\n")
          .map((each) => each.trim())
          .filter((each) => each !== ""),
        line,
      });
    } else if (language === "sh" && !info.includes("skip")) {
      const until = attributes.get("until");
      steps.push({
        kind: "type",
        commands: commandsIn(content),
        terminal: Number(attributes.get("terminal") ?? "1"),
        exit: Number(attributes.get("exit") ?? "0"),
        ...(until !== undefined && { until }),
        line,
      });
    }
  }
  return steps;
}

/** The lines of a diff before and after the change. */
function changeIn(diff: string): { readonly before: string; readonly after: string } {
  const lines = diff.split("\n").slice(0, -1);
  const textOf = (marks: string): string =>
    lines
      .filter((line) => line === "" || marks.includes(line.charAt(0)))
      .map((line) => `${line.slice(1)}\n`)
      .join("");
  return { before: textOf(" -"), after: textOf(" +") };
}

/** One command per line; a backslash at the end of a line continues the command; comments are skipped. */
function commandsIn(text: string): readonly string[] {
  return text
    .replaceAll(/\s*\\\n\s*/g, " ")
    .split("\n")
    .map((line) => line.replace(/(?:^|\s)#.*$/, "").trim())
    .filter((line) => line !== "");
}
