// Commands that download the packages of this repository. Until the packages are published, such a command fails with 404, or runs a
// stranger's package of the same name. So each page with such a command must contain the hint that they are not published.
import { lineAt } from "../source/scan.ts";
import type { SourceFile } from "../source/workspace.ts";
import type { Problem } from "./problems.ts";

/** What a page with such commands contains. */
export const hint = "not published yet";

const downloads =
  /\bnpm create kubewright\b|\bnpx (?:--?\w\S* )*(?:--yes|-y|--package|-p)\b[^\n`]*\bkubewright\b|\bkubewright@(?:latest|\d)|\bnpm (?:install|i|add) [^\n`]*(?:@kubewright\/|(?<!\/)\bkubewright\b)/gu;

/** The pages that download the packages without the hint. Pages about the past, such as decisions, are left out by the caller. */
export function unpublishedProblems(pages: readonly SourceFile[]): readonly Problem[] {
  return pages
    .filter(({ text }) => !text.replaceAll(/\s+/gu, " ").includes(hint))
    .flatMap(({ path, text }) =>
      Array.from(text.matchAll(downloads), (match) => ({
        at: `${path}:${lineAt(text, match.index)}`,
        message: `"${match[0]}" downloads a package that does not exist: write that the packages are ${hint}, and what to do until then`,
      })),
    );
}

/** The commands of workflows that download the packages: a hint on the page does not stop a copied workflow from doing so. */
export function downloadingWorkflows(pages: readonly SourceFile[]): readonly Problem[] {
  return pages.flatMap(({ path, text }) =>
    Array.from(text.matchAll(/^```ya?ml[^\n]*\n([^]*?)^```$/gmu)).flatMap(({ index, 1: code = "" }) =>
      /\bnpx (?!--no)[^\n]*\bkubewright\b/u.test(code)
        ? [{ at: `${path}:${lineAt(text, index)}`, message: "a workflow downloads the command: build it in the job" }]
        : [],
    ),
  );
}
