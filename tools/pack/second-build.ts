// A copy of the checkout that was never built, to show that two builds have the same result.
import { cpSync } from "node:fs";
import path from "node:path";

/** What compilers, bundlers and generators have written, and what no build reads. */
const omitted = /^(?:\.git|site|\.kubewright)$|(?:^|\/)(?:dist|coverage|\.cache|\.generated)$|\.tsbuildinfo$/u;

/** Copies the repository with what is installed, but nothing that was built, into a new folder. */
export function copyUnbuilt(repository: string, target: string): void {
  cpSync(repository, target, {
    recursive: true,
    // Links of workspaces are relative, so they lead to the packages of the copy.
    verbatimSymlinks: true,
    filter: (source) => {
      const relative = path.relative(repository, source).replaceAll(path.sep, "/");
      const isInstalled = relative.startsWith("node_modules/") && relative !== "node_modules/.cache";
      return isInstalled || !omitted.test(relative);
    },
  });
}
