#!/usr/bin/env node
/* oxlint-disable typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access -- Plain JavaScript, which no project of the compiler holds. */
// `npm create kubewright shop -- --domain example.com` runs `kubewright init shop --domain example.com` of the same version, which checks the version of Node.
// The syntax is that of old versions of Node.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const program = createRequire(import.meta.url).resolve("kubewright/bin");
process.argv.splice(2, 0, "init");
// oxlint-disable-next-line typescript/no-floating-promises -- Node 12 has no top-level await. A rejection ends the process with its stack.
void import(pathToFileURL(program).href);
