// The model as the data of `@kubewright/api-facts`: lines of a name and a JSON text, in a template literal. A line per
// fact makes a diff readable, a text is not parsed before somebody asks for it, and a module bundles like any other.

import type { GeneratedFile } from "./generated-file.ts";
import type { ApiModel } from "./model.ts";
import { banner } from "./generated-file.ts";
import { packageOf } from "./names.ts";

/** The data modules, by their path below `packages/api-facts/src/data`. */
export function factsFiles(model: ApiModel): readonly GeneratedFile[] {
  return [
    ...model.modules.map(({ path, definitions }) => ({
      path: `${path}.ts`,
      content: textModule(
        model,
        "definitions",
        definitions.map(({ name, schema }) => `${name} ${JSON.stringify(schema)}`),
      ),
    })),
    {
      path: "kinds.ts",
      content: textModule(
        model,
        "kinds",
        model.kinds.map((kind) => JSON.stringify(kind)),
      ),
    },
    { path: "modules.ts", content: moduleTable(model) },
  ];
}

function textModule(model: ApiModel, name: string, lines: readonly string[]): string {
  const text = lines.map((line) => `${line.replace(/[\\`]|\$\{/gu, "\\$&")}\n`).join("");
  return `${banner(model.serverVersion)}\nexport const ${name}: string = \`\n${text}\`;\n`;
}

/** The texts with what finds them: the group version's path, and the packages whose definitions they hold. */
function moduleTable(model: ApiModel): string {
  const alias = (path: string): string => path.replace(/[^a-zA-Z0-9]+(.)/gu, (_, next: string) => next.toUpperCase());
  const imports = model.modules.map(({ path }) => `import { definitions as ${alias(path)} } from "./${path}.ts";\n`);
  const entries = model.modules.map(({ path, definitions }) => {
    const packages = [...new Set(definitions.map(({ name }) => packageOf(name)))];
    const names = packages.map((name) => `      "${name}",\n`).join("");
    return `  {\n    path: "${path}",\n    packages: [\n${names}    ],\n    definitions: ${alias(path)},\n  },\n`;
  });
  return (
    `${banner(model.serverVersion)}\n${imports.join("")}import type { FactsModule } from "../facts-module.ts";\n\n` +
    `export const kubernetesVersion: string = "${model.serverVersion}";\n\n` +
    `export const modules: readonly FactsModule[] = [\n${entries.join("")}];\n`
  );
}
