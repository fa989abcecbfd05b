// `npm create kubewright` on a machine that has only npm and a registry: it asks nothing, and the project works.
import { expect, inject, test } from "vitest";
import { startNewcomer } from "../newcomer/newcomer.ts";

test(
  "npm create kubewright creates a project in a new folder, which passes npm test after the printed commands",
  {
    timeout: 300_000,
  },
  async () => {
    await using newcomer = await startNewcomer({ env: { PATH: inject("searchPath") } });
    const terminal = newcomer.terminal({ npm_config_yes: "" });

    const created = await terminal.type("npm create kubewright shop -- --domain example.com");
    const [, commands = ""] = created.split("Next: define a kind with:\n");
    const typed = commands
      .split("\n")
      .filter((line) => line.startsWith("  $ "))
      .map((line) => line.slice(4).replace("<group>", "shop").replace("<Kind>", "Order"));
    for (const command of typed) await terminal.type(command);
    await terminal.type("npx kubewright create webhook --group shop --version v1 --kind Order --defaulting");
    const tested = await terminal.type("npm run typecheck && npm test");

    expect(typed).toEqual(["cd shop", "npx kubewright create api --group shop --version v1 --kind Order"]);
    expect(tested).toMatch(/pass 2\n[^]*fail 0\n/u);
  },
);
