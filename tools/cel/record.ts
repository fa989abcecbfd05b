// Records the answers of kube-apiserver's own code, from the program of tools/real/cel, in packages/cel/src/testdata. The files with rules are
// the input as well: to add a case, add a rule with its text alone. The estimates of tests/rules/corpus are recorded beside the corpus.
//
//	node --conditions=source tools/cel/record.ts

import { readFileSync, writeFileSync } from "node:fs";
import type { JsonObject } from "@kubewright/apimachinery";
import { decodeJson, encodeJson } from "@kubewright/apimachinery";
import { startGoProgram } from "../../tests/go-program.ts";
import { costsOf } from "../../tests/rules/corpus/costs.ts";
import { ruledDefinitions } from "../../tests/rules/corpus/definitions.ts";
import { ruleGroupsOf, withRejectedRules } from "../../tests/rules/corpus/schema.ts";
import type { RuleAnswer } from "../../tests/rules/reference.ts";
import { referenceAnswers } from "../../tests/rules/reference.ts";

using program = await startGoProgram("cel");
for (const name of ["oracle.json", "random-oracle.json", "syntax-oracle.json"]) {
  const file = fileOf(name);
  const groups = decodeJson(readFileSync(file)).value as readonly JsonObject[]; // The program reads this form.
  const answered: string[] = [];
  for (const group of groups) {
    const rules = (await program.ask({ ...group, op: "rules" })) as readonly JsonObject[]; // The program's own form.
    answered.push(textOf({ ...group, rules: [] }, rules));
  }
  writeFileSync(file, `[\n${answered.join(",\n")}]\n`);
}
writeFileSync(fileOf("functions.json"), `${JSON.stringify(await program.ask({ op: "functions" }), null, 1)}\n`);

const costs: string[] = [];
for (const { name, spec } of ruledDefinitions) {
  const answers: RuleAnswer[] = [];
  for (const group of ruleGroupsOf(withRejectedRules(spec))) answers.push(...(await referenceAnswers(program, group)));
  costs.push(`  ${JSON.stringify(name)}: ${JSON.stringify(costsOf(answers))}`);
}
const costsFile = new URL("../../tests/rules/corpus/testdata/costs.json", import.meta.url);
writeFileSync(costsFile, `{\n${costs.join(",\n")}\n}\n`);

function fileOf(name: string): URL {
  return new URL(`../../packages/cel/src/testdata/${name}`, import.meta.url);
}

/** A line for the group and a line for each rule. */
function textOf(group: JsonObject, rules: readonly JsonObject[]): string {
  return `${encodeJson(group).slice(0, -2)}\n${rules.map((rule) => encodeJson(rule)).join(",\n")}]}`;
}
