// The model as the data of `@kubewright/api-facts`: one line of JSON per fact, in a template literal. A line per fact
// makes a diff readable, a text is not parsed before somebody asks for it, and a module bundles like any other. There are
// two modules and no more, because a program's start pays for each file.

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

/** So that a kind's definition is found without parsing any. */
function kindKey(kind: PublishedKind | undefined): string {
  return kind === undefined ? "-" : `${kind.group}/${kind.version}/${kind.kind}`;
}

function textModule(model: ApiModel, name: string, lines: readonly string[]): string {
  const text = lines.map((line) => `${line.replace(/[\\`]|\$\{/gu, "\\$&")}\n`).join("");
  return `${banner(model.serverVersion)}\nexport const ${name}: string = \`\n${text}\`;\n`;
}
