/* oxlint-disable typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access -- Plain JavaScript, which no project of the compiler holds. */
// `make setup`, and the step before `npm test`: installs what package-lock.json lists, Node 26 included. Does nothing when that is done. It runs on the Node of
// the machine (20 or newer), before anything is installed.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const lock = path.join(repository, "package-lock.json");
const installed = path.join(repository, "node_modules/.cache/kubewright/package-lock.json");

if (!existsSync(installed) || !readFileSync(installed).equals(readFileSync(lock))) {
  process.stdout.write("Installing packages and Node 26 into node_modules (once, about 20 seconds)\n");
  const { status } = spawnSync("npm", ["ci", "--ignore-scripts", "--silent"], {
    cwd: repository,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status === 0) {
    mkdirSync(path.dirname(installed), { recursive: true });
    copyFileSync(lock, installed);
  } else {
    process.stderr.write("Cannot set up: npm ci failed; 'npm ci --ignore-scripts' shows why\n");
    process.exitCode = 1;
  }
}
