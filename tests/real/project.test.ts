// `make project`: a project with the packages of this checkout, and the commands that it prints.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, inject, test } from "vitest";
import { openTerminal } from "../newcomer/terminal.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));

test(
  "make project creates a project in a folder with a space and an umlaut, and the printed commands work in it without a registry",
  { timeout: 300_000 },
  async () => {
    const home = await mkdtemp(path.join(tmpdir(), "kubewright-project-"));
    const env = {
      PATH: [path.dirname(process.execPath), inject("searchPath")].join(path.delimiter),
      HOME: home,
      NO_COLOR: "1",
      npm_config_registry: "http://127.0.0.1:1/", // No other registry is needed.
      npm_config_yes: "true",
    };
    await using terminal = openTerminal(repository, env);
    const folder = path.join(home, "mein Täschli");

    const printed = await terminal.type(`make project DIR="${folder}"`);
    const steps = printed
      .split("\n")
      .filter((line) => /^ {2}(?:cd|export|npx|npm) /u.test(line))
      .map((line) => line.trim());
    for (const step of steps.slice(0, -1)) await terminal.type(step);
    await terminal.type("npx kubewright create webhook --group shop --version v1 --kind Widget --defaulting");
    await terminal.typeUntil(steps.at(-1) ?? "", "waiting for saves");
    await terminal.interrupt();
    await rm(home, { recursive: true });

    // A machine with an older Node needs the one of the checkout.
    expect(steps.filter((step) => !step.startsWith("export PATH="))).toEqual([
      `cd "${folder}"`,
      "npx kubewright create api --group shop --version v1 --kind Widget --resource --controller",
      "npm test",
      "npx kubewright dev",
    ]);
  },
);
