// The bundle of a scaffolded project: what an operator in a Pod does not need stays out of the files that it loads at its start.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import type { OutputOptions, RolldownOptions } from "rolldown";
import { expect, test } from "vitest";
import { configFiles } from "./config-files.ts";

const program = fileURLToPath(new URL("../../../../../examples/myjob/cmd/main.ts", import.meta.url));

test(
  "a scaffolded operator loads undici, yaml and the certificates of webhooks on first use",
  { timeout: 60_000 },
  async () => {
    const { output, ...input } = await scaffoldedConfig();
    const conditionNames = ["source", "import", "node", "default"];
    await using bundle = await rolldown({ ...input, input: program, resolve: { conditionNames } });

    const { output: files } = await bundle.generate(output);

    const chunks = files.filter((file) => file.type === "chunk");
    const main = chunks.find(({ fileName }) => fileName === "main.js");
    const atStart = chunks.filter(({ fileName }) => fileName === "main.js" || main?.imports.includes(fileName));
    const modulesAtStart = atStart.flatMap(({ moduleIds }) => moduleIds).join("\n");
    expect(modulesAtStart).toContain("packages/runtime/");
    expect(modulesAtStart).not.toMatch(/node_modules\/(?:undici|yaml|asn1js|pkijs)\//);
    expect(chunks.flatMap(({ moduleIds }) => moduleIds).join("\n")).toMatch(/node_modules\/undici\//);
  },
);

async function scaffoldedConfig(): Promise<RolldownOptions & { readonly output: OutputOptions }> {
  const file = configFiles().find((each) => each.path === "rolldown.config.js");
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-bundle-"));
  try {
    const config = path.join(folder, "rolldown.config.mjs");
    await writeFile(config, file?.content ?? "");
    const loaded = (await import(pathToFileURL(config).href)) as {
      default: RolldownOptions & { readonly output: OutputOptions }; // The scaffold's text is such a module.
    };
    return loaded.default;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
