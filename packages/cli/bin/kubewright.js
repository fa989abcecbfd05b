#!/usr/bin/env node
/* oxlint-disable typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access -- Plain JavaScript, which no project of the compiler holds. */
// A plain script in the syntax of old versions of Node: it prints which version the rest needs.
// oxlint-disable-next-line no-restricted-imports -- This file is the program, and it checks whether the rest of it exists.
import { existsSync } from "node:fs";
import module from "node:module";
import { homedir } from "node:os";
import path from "node:path";

const needed = 24;
const bundle = new URL("../dist/bundle/main.js", import.meta.url);
const [major] = process.versions.node.split(".");
if (Number(major) < needed) {
  process.stderr.write(`kubewright needs Node ${needed} or newer, and this is Node ${process.versions.node}.
Install it from https://nodejs.org/en/download or with a version manager:
  nvm install ${needed}
  fnm install ${needed}
  volta install node@${needed}
`);
  process.exitCode = 1;
} else if (!existsSync(bundle)) {
  process.stderr.write("kubewright is not built in this checkout: run `npm run build` in the repository\n");
  process.exitCode = 1;
} else {
  // V8 stores compiled code for the next start, in a folder that only the user can write: the code will be run.
  // oxlint-disable-next-line no-restricted-properties -- This file is the program.
  const caches = process.env["XDG_CACHE_HOME"] || path.join(homedir(), ".cache");
  module.enableCompileCache(path.join(caches, "kubewright", "compiled"));
  // oxlint-disable-next-line typescript/no-floating-promises -- Node 12 has no top-level await. A rejection ends the process with its stack.
  void import(bundle.href);
}
