// The rules on our pages, and on small examples that break them.
import { expect, test } from "vitest";
import { filesMatching, readSource } from "../source/workspace.ts";
import { expectNone } from "./problems.ts";
import { downloadingWorkflows, unpublishedProblems } from "./unpublished-packages.ts";

const pages = filesMatching("*.md", "docs/**/*.md", "site/*.md", "{packages,examples,bench,tests}/**/README.md")
  .filter((path) => !/^(?:CHANGELOG|docs\/(?:decisions|internals)\/)/u.test(path))
  .map(readSource);

test("every page that downloads the packages contains the hint that they are not published yet", () => {
  expectNone(unpublishedProblems(pages));
});

test("no workflow on a page downloads the command", () => {
  expectNone(downloadingWorkflows(pages));
});

test.each([
  ["npm create kubewright shop", 1],
  ["npx --yes kubewright cluster", 1],
  ["npx --package kubewright --package @kubewright/helm kubewright init", 1],
  ["npx kubewright@latest alpha update", 1],
  ["npm install --save-dev --save-exact @kubewright/helm", 1],
  ["npm install --save-dev kubewright", 1],
  ["npx kubewright dev", 0],
  ["npm install --prefix ../kubewright", 0],
  ["npm install ./packages/kubewright", 0],
])("%s: %i problems without the hint, none with it", (command, count) => {
  const text = `# A\n\n\`\`\`sh\n${command}\n\`\`\`\n`;

  expect(unpublishedProblems([{ path: "a.md", text }])).toHaveLength(count);
  expect(unpublishedProblems([{ path: "a.md", text: `${text}\nThe packages are not\npublished yet.\n` }])).toEqual([]);
});

test("a workflow that runs npx kubewright is found with its line", () => {
  const text = "# A\n\nNot published yet.\n\n```yaml\n- run: npx --yes kubewright cluster\n```\n";

  expect(downloadingWorkflows([{ path: "a.md", text }])).toEqual([
    { at: "a.md:5", message: "a workflow downloads the command: build it in the job" },
  ]);
});
