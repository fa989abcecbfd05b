/** The issue on GitHub that links to the branch of an update, created with gh. https://cli.github.com */
import { UpdateError } from "./update-error.ts";
import { failureOf } from "./programs.ts";
import type { RunProgram } from "./programs.ts";

export interface Proposal {
  readonly from: string;
  readonly to: string;
  readonly baseBranch: string;
  readonly outputBranch: string;
  /** The files that have conflict markers, or need a decision. */
  readonly conflicts: readonly string[];
}

export interface IssueTracker {
  /** Opens an issue, unless one with the same title is open. Returns its URL. */
  propose(proposal: Proposal): Promise<{ readonly url: string; readonly isNew: boolean }>;
}

/** @throws {UpdateError} if gh is missing or not logged in. */
export async function openIssueTracker(runProgram: RunProgram, cwd: string): Promise<IssueTracker> {
  const gh = async (...args: readonly string[]): Promise<string> => {
    const result = await runProgram("gh", args, { cwd, env: { GH_PROMPT_DISABLED: "1", NO_COLOR: "1" } });
    if (result.code === 0) return result.stdout;
    throw new UpdateError(`Cannot open an issue: gh ${args.slice(0, 2).join(" ")} failed: ${failureOf(result)}`);
  };
  await gh("--version").catch((cause: unknown) => {
    throw new UpdateError(
      "Cannot use --open-gh-issue: it needs gh, which is not installed: see https://cli.github.com, or omit the flag",
      { cause },
    );
  });
  const repository = (await gh("repo", "view", "--json", "url", "--jq", ".url")).trim();

  return {
    async propose(proposal) {
      const title = `Update the scaffold from kubewright ${proposal.from} to ${proposal.to}`;
      const listed = await gh(
        "issue",
        "list",
        "--state",
        "open",
        "--search",
        `in:title "${title}"`,
        "--json",
        "title,url",
      );
      const open = issuesIn(listed).find((each) => each.title === title);
      if (open !== undefined) return { url: open.url, isNew: false };
      const body = bodyOf(proposal, repository);
      const url = (await gh("issue", "create", "--title", title, "--body", body)).trim();
      return { url, isNew: true };
    },
  };
}

function issuesIn(text: string): readonly { readonly title: string; readonly url: string }[] {
  const parsed: unknown = JSON.parse(text === "" ? "[]" : text);
  return parsed as readonly { readonly title: string; readonly url: string }[]; // The fields of --json title,url.
}

function bodyOf({ from, to, baseBranch, outputBranch, conflicts }: Proposal, repository: string): string {
  const range = [baseBranch, outputBranch].map((branch) => branch.split("/").map(encodeURIComponent).join("/"));
  const conflictSection = [
    "These files were changed here and by the new version; resolve them on the branch first:",
    "",
    ...conflicts.map((file) => `- \`${file}\``),
    "",
  ];
  return `The scaffold of kubewright ${to} differs from that of ${from}. The branch \`${outputBranch}\` has the difference, merged into the project.

[Open a pull request](${repository}/compare/${range.join("...")}?expand=1) to review it.

${conflicts.length === 0 ? "" : `${conflictSection.join("\n")}\n`}Then, on the branch:

\`\`\`sh
npm install
make manifests generate lint-fix test
\`\`\`
`;
}
