/** Generates the test that a conversion loses nothing: random objects of each version are converted to the other version and back. */
import { apiVersionOf } from "@kubewright/apimachinery";
import type { JsonSchema } from "@kubewright/schema";

import { literal, lowerFirst, printCode, upperFirst } from "../artifacts/code.ts";
import { mapSchema } from "../crd/map-schema.ts";
import { nameOf } from "../files/join-path.ts";
import type { KindDeclaration } from "../kinds/find-kinds.ts";
import type { SpokeDeclaration } from "./conversions.ts";
import { conversionSourcePath } from "./conversions.ts";

/** The content of the test, for the spokes in one source file. */
export function printRoundTripTest(
  spokes: readonly SpokeDeclaration[],
  schemaOf: (kind: KindDeclaration) => JsonSchema,
): string {
  const file = spokes[0]?.spoke.file ?? "";
  const names = spokes.map(({ spoke }) => spokeName(spoke));
  const side = (kind: KindDeclaration): string => {
    const object = {
      apiVersion: apiVersionOf(kind.group, kind.version),
      kind: kind.kind,
      namespaced: kind.namespaced,
    };
    const schema = mapSchema(schemaOf(kind), ({ description: _description, ...rest }) => rest);
    return `{ object: ${literal(object)}, schema: ${literal(schema)} }`;
  };
  return printCode(
    'import assert from "node:assert/strict";',
    'import { test } from "node:test";',
    "",
    'import { createSeededRandom } from "@kubewright/async";',
    'import { roundTripFault } from "@kubewright/schema";',
    'import type { RoundTripSide } from "@kubewright/schema";',
    'import { convertObject } from "@kubewright/webhook";',
    "",
    `import { ${names.join(", ")} } from ${literal(`./${nameOf(conversionSourcePath(file))}`)};`,
    ...spokes.flatMap(({ spoke, hub }) => {
      const begin = lowerFirst(spoke.kind);
      const [own, stored] = [`${begin}Spoke${upperFirst(spoke.version)}`, `${begin}Hub${upperFirst(hub.version)}`];
      return [
        "",
        `const ${own}: RoundTripSide = ${side(spoke)};`,
        "",
        `const ${stored}: RoundTripSide = ${side(hub)};`,
        ...printTest(spoke, hub, [own, stored]),
        ...printTest(hub, spoke, [stored, own], spokeName(spoke)),
      ];
    }),
  );
}

/** The name that the author exports: `gadgetSpoke`. */
function spokeName({ kind }: KindDeclaration): string {
  return `${lowerFirst(kind)}Spoke`;
}

function printTest(
  from: KindDeclaration,
  to: KindDeclaration,
  [source, target]: readonly [string, string],
  name: string = spokeName(from),
): readonly string[] {
  const title = `${from.kind} ${from.version} survives a round trip through ${to.version}`;
  return [
    "",
    `test(${literal(title)}, () => {`,
    `  const random = createSeededRandom(${literal(title)});`,
    "",
    `  const fault = roundTripFault(${source}, ${target}, { random, convert: (object, apiVersion) => convertObject([${name}], object, apiVersion) });`,
    "",
    "  assert.equal(fault, undefined);",
    "});",
  ];
}
