/** Prints docs/internals/differential.md: the number of equal cases, and the deviations of the embedded server. */
import type { Deviation } from "./deviation.ts";

export interface GroupResult {
  readonly group: string;
  readonly cases: number;
  readonly requests: number;
  /** Cases whose responses equal the record in every place. */
  readonly equal: number;
  /** Cases with only accepted differences. */
  readonly accepted: number;
}

/** The page. It has no figures that change from run to run. */
export function reportOf(results: readonly GroupResult[], deviations: readonly Deviation[]): string {
  const sum = (pick: (result: GroupResult) => number): number =>
    results.reduce((total, result) => total + pick(result), 0);
  const rows = results.map(
    ({ group, cases, requests, equal, accepted }) => `| ${group} | ${cases} | ${requests} | ${equal} | ${accepted} |`,
  );
  const listed = deviations.map(({ case: name, at, reason }) => `| \`${name}\` | \`${at}\` | ${reason} |`);
  return `# The embedded server beside a real one

Made by the tests in \`tests/differential\`; do not edit it. Each case is a list of requests. The responses of kube-apiserver
1.36.3 are recorded (status, content type, warnings, body; uids, times and versions masked), the embedded server has to
give the same, and every response altered on purpose has to be noticed.

| group | cases | requests | equal in every place | equal but for accepted deviations |
|---|---|---|---|---|
${rows.join("\n")}
| all | ${sum(({ cases }) => cases)} | ${sum(({ requests }) => requests)} | ${sum(({ equal }) => equal)} | ${sum(({ accepted }) => accepted)} |

\`make test ARGS=tests/differential\` compares, \`make test-real ARGS=tests/real/differential\` checks that the record is
true, \`UPDATE=1 make test-real ARGS=tests/real/differential\` records anew, and
\`make test ARGS="tests/differential -u"\` writes this page.

## Accepted deviations

${listed.length === 0 ? "None." : `| case | place | reason |\n|---|---|---|\n${listed.join("\n")}`}
`;
}
