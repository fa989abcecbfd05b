/** `.github/workflows/auto_update.yml`, named as in kubebuilder: proposes the changes of newer scaffolds each week. */
import type { ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { nodeVersionMin } from "../versions.ts";
import { actions } from "./workflow-files.ts";

export function autoUpdateFiles(): readonly ScaffoldFile[] {
  return [{ path: ".github/workflows/auto_update.yml", content: workflow, ifExists: "refuse" }];
}

/** The checkout keeps its credentials for the push; no code of the project runs in this workflow. */
const workflow = `# Checks once a week whether the scaffold of the newest kubewright differs. If so, it pushes a branch with the changes merged into this project,
# and opens an issue that links to it. Protect your main branch, so that changes need a pull request.
name: Update the scaffold

on:
  workflow_dispatch:
  schedule:
    - cron: "17 4 * * 2"

permissions: {}

jobs:
  update:
    runs-on: ubuntu-24.04
    timeout-minutes: 15
    permissions:
      contents: write # Pushes the branch.
      issues: write # Opens the issue.
    steps:
      - uses: ${actions.checkout}
      - uses: ${actions.setupNode}
        with:
          node-version: ${nodeVersionMin}
      - run: git config user.name "github-actions[bot]"
      - run: git config user.email "github-actions[bot]@users.noreply.github.com"
      # The token of the workflow cannot push workflows, so they are not changed.
      - run: >-
          npx --yes --package kubewright@latest --package @kubewright/alpha-update@latest
          kubewright alpha update --force --push --restore-path .github/workflows --open-gh-issue
        env:
          GH_TOKEN: \${{ github.token }}
`;
