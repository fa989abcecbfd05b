#!/usr/bin/env node
/* oxlint-disable typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access -- Plain JavaScript, which no project of the compiler holds. */
// A plain script that any Node can read: it says so when this Node is too old for the rest.
// oxlint-disable-next-line no-restricted-imports -- This file is the program, and it looks whether the rest of it is there.
import { existsSync } from "node:fs";
import module from "node:module";
import { homedir } from "node:os";
import path from "node:path";

const needed = 24;
const bundle = new URL("../dist/bundle/main.js", import.meta.url);
const [major] = process.versions.node.split(".");
if (Number(major) < needed) {
  process.stderr.write(
    `kubewright needs Node ${needed} or newer and runs on ${process.versions.node}: use "npx kubewright" in a project that has it, or install a newer Node\n`,
  );
  process.exitCode = 1;
} else if (!existsSync(bundle)) {
  process.stderr.write("kubewright is not built in this checkout yet: run `npm run build` in the repository\n");
  process.exitCode = 1;
} else {
  // What V8 made of our files is kept for the next start, in a folder that is the user's alone: it is code that will be run.
  // oxlint-disable-next-line no-restricted-properties -- This file is the program.
  const caches = process.env["XDG_CACHE_HOME"] || path.join(homedir(), ".cache");
  module.enableCompileCache(path.join(caches, "kubewright", "compiled"));
  await import(bundle.href);
}
