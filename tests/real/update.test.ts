// A project of this release and a later release: `alpha update` of the later one, as a user types it, with a real npm and a real git. The updated
// project passes its tests.
import { expect, inject, test } from "vitest";
import { startNewcomer } from "../newcomer/newcomer.ts";
import { packNextRelease } from "../newcomer/next-release.ts";

const next = {
  version: "0.99.0",
  words: [
    ["IMG ?= controller:latest", "IMG ?= controller:dev"],
    ["Check the sources with the linter", "Check the sources and print each problem"],
  ],
} as const;

test("a project of this release is updated to the next one, and passes its tests", { timeout: 600_000 }, async () => {
  await using newcomer = await startNewcomer({
    env: { PATH: inject("searchPath") },
    moreReleases: (packed, folder) => packNextRelease(packed, folder, next),
  });
  const terminal = newcomer.terminal({
    GIT_AUTHOR_NAME: "test",
    GIT_AUTHOR_EMAIL: "test@example.com",
    GIT_COMMITTER_NAME: "test",
    GIT_COMMITTER_EMAIL: "test@example.com",
  });
  await terminal.type("mkdir shop && cd shop && npx kubewright@0.1.0 init --domain example.com");
  await terminal.type("npx kubewright create api --group shop --version v1 --kind Widget && make manifests generate");
  await terminal.type(
    "git init -q -b main && printf '\\nmine:\\n\\techo mine\\n' >> Makefile && git add . && git commit -qm mine",
  );

  const update = "npx --package kubewright@0.99.0 --package @kubewright/alpha-update@0.99.0 kubewright alpha update";
  const updated = await terminal.type(update);
  await terminal.type("git switch kubewright-update-from-0.1.0-to-0.99.0 && npm install");
  const changed = await terminal.type("git diff --name-only main HEAD");
  const mistakes = await terminal.type("make manifests generate lint test && make mine");
  const generated = await terminal.type("git status --porcelain");

  const commit = "git add . && git commit -qm updated";
  // The project has the command and not the package; npx installs what the project does not have.
  const again = await terminal.type(`${commit} && npm_config_cache=$HOME/new-cache ${update}`);
  const install = "npm install --save-dev --save-exact @kubewright/alpha-update@0.99.0";
  const installed = await terminal.type(`${install} && ${commit} && npx kubewright alpha update`);

  expect(updated).toContain("Fetching kubewright 0.1.0 with npm\n");
  expect(again).toContain("Nothing to update: the project was scaffolded by 0.99.0");
  expect(installed).toContain("Nothing to update: the project was scaffolded by 0.99.0");
  expect(changed.trim().split("\n")).toEqual(["Makefile", "PROJECT", "package.json"]);
  expect(mistakes).toContain("0 errors");
  expect(generated.trim().split("\n")).toEqual(["M package-lock.json"]);
  expect(await terminal.type("npx kubewright --version && cat Makefile")).toMatch(
    /0\.99\.0[^]*IMG \?= controller:dev[^]*print each problem[^]*echo mine/u,
  );
});
