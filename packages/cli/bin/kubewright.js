#!/usr/bin/env node
/* oxlint-disable typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access -- Plain JavaScript, which no project of the compiler holds. */
// A plain script that any Node can read: it says so when this Node is too old for the rest.
const needed = 24;
const [major] = process.versions.node.split(".");
if (Number(major) < needed) {
  process.stderr.write(
    `kubewright needs Node ${needed} or newer and runs on ${process.versions.node}: use "npx kubewright" in a project that has it, or install a newer Node\n`,
  );
  process.exitCode = 1;
} else {
  await import("../dist/main.js");
}
