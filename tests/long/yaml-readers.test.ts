// Checks printed YAML with every YAML reader that Kubernetes tools use. `UPDATE=1 make test-long ARGS=tests/long/yaml-readers` records which plain scalars
// they do not resolve to a string.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { printYaml } from "@kubewright/apimachinery";
import { inject, test } from "vitest";
import { candidates } from "../yaml-scalars/candidates.ts";
import { readWithAll } from "../yaml-scalars/readers.ts";

const file = new URL("../yaml-scalars/not-strings.txt", import.meta.url);
const scalars = [...candidates()];

test("the recorded scalars are those that a reader does not resolve to a string", async () => {
  const notStrings: string[] = [];
  // Readers reject long keys, and sigs.k8s.io/yaml escapes non-printable characters.
  const questions = scalars
    .filter((scalar) => scalar.length < 100 && /^[ -~]*$/u.test(scalar))
    .flatMap((scalar) => [
      { scalar, document: `a: ${scalar}\n`, value: { a: scalar } },
      { scalar, document: `${scalar}: a\n`, value: { [scalar]: "a" } },
    ]);

  for await (const [{ scalar, document }, { readers, printed }] of readWithAll(questions)) {
    // sigs.k8s.io/yaml prints double quotes around scalars that it would not resolve to a string, single quotes around scalars with indicators.
    const isQuoted = printed === `a: "${scalar}"\n`;
    if (isQuoted || (printed === document && readers.length > 0)) notStrings.push(scalar);
  }

  const text = `${[...new Set(notStrings)].toSorted().join("\n")}\n`;
  if (inject("recording") !== "") await writeFile(file, text);
  assert.equal(await readFile(file, "utf8"), text);
});

test("every reader reads each scalar that printYaml() prints, as a key, a value and an item, as the same string", async () => {
  const questions = scalars.map((scalar) => {
    const value = { [scalar]: { [scalar]: scalar }, [`${scalar}-`]: [scalar] };
    return { document: printYaml(value), value };
  });
  const misread: unknown[] = [];

  for await (const [{ document }, { readers }] of readWithAll(questions)) {
    if (readers.length > 0) misread.push([document, readers]);
  }

  assert.deepEqual(misread, []);
});
