// The model as the data of `@kubewright/api-facts`: one line of JSON for each fact, in a template literal. One line per fact
// keeps diffs readable, a fact is parsed only when it is used, and a module can be bundled. There are only two modules,
// because each file adds to the start time of a program.

import type { PublishedKind } from "./document.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { banner } from "./generated-file.ts";
import type { ApiModel } from "./model.ts";

/** The data modules, by their path below `packages/api-facts/src/data`. */
export function factsFiles(model: ApiModel): readonly GeneratedFile[] {
  const definitions = model.modules.flatMap((module) => module.definitions);
  return [
    {
      path: "definitions.ts",
      content: textModule(
        model,
        "definitions",
        definitions.map(({ name, kind, schema }) => `${name} ${kindKey(kind)} ${JSON.stringify(schema)}`),
      ),
    },
    {
      path: "kinds.ts",
      content:
        textModule(
          model,
          "kinds",
          model.kinds.map((kind) => JSON.stringify(kind)),
        ) + `\nexport const kubernetesVersion: string = "${model.serverVersion}";\n`,
    },
  ];
}

/** Allows a lookup of the definition of a kind without parsing. */
function kindKey(kind: PublishedKind | undefined): string {
  return kind === undefined ? "-" : `${kind.group}/${kind.version}/${kind.kind}`;
}

function textModule(model: ApiModel, name: string, lines: readonly string[]): string {
  const text = lines.map((line) => `${line.replace(/[\\`]|\$\{/gu, "\\$&")}\n`).join("");
  return `${banner(model.serverVersion)}\nexport const ${name}: string = \`\n${text}\`;\n`;
}
