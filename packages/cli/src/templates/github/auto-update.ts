/** `.github/workflows/auto_update.yml`, kubebuilder's name for it: proposes each week what a newer version would lay out. */
import type { ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { nodeVersionMin } from "../versions.ts";
import { actions } from "./workflow-files.ts";

export function autoUpdateFiles(): readonly ScaffoldFile[] {
  return [{ path: ".github/workflows/auto_update.yml", content: workflow, ifExists: "refuse" }];
}

/** The checkout keeps its credentials, because the push needs them; nothing of the project is run beside them. */
const workflow = `# Asks once a week whether the newest kubewright lays this project out in another way. If so, it pushes a branch with the difference, merged with what
# was done here, and opens an issue that links to it. Protect your main branch, so that changes get there by a pull request alone.
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
      # The workflow's token may not push workflows, so they stay as they are here.
      - run: npx --yes kubewright@latest alpha update --force --push --restore-path .github/workflows --open-gh-issue
        env:
          GH_TOKEN: \${{ github.token }}
`;
