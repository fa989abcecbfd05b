import { readFileSync } from "node:fs";
import { typeDescriptions } from "@kubewright/api-facts";
import { expect, test } from "vitest";
import { docComment } from "./from-openapi/doc-comment.ts";

test.each([
  ["object/kubernetes-object.ts", "ObjectMeta"],
  ["object/kubernetes-object.ts", "OwnerReference"],
  ["object/kubernetes-object.ts", "ManagedFieldsEntry"],
  ["object/kubernetes-object.ts", "ListMeta"],
  ["selectors/label-selector.ts", "LabelSelector"],
  ["selectors/label-selector.ts", "LabelSelectorRequirement"],
  ["conditions/condition.ts", "Condition"],
])("%s has the descriptions of %s as comments", (file, type) => {
  const source = readFileSync(new URL(`../../packages/apimachinery/src/${file}`, import.meta.url), "utf8");
  const { fields = {} } = typeDescriptions()[`io.k8s.apimachinery.pkg.apis.meta.v1.${type}`] ?? {};

  const body = source.split(`export interface ${type} {\n`)[1]?.split("\n}")[0] ?? "";
  const declared = Array.from(body.matchAll(/^ {2}readonly (\w+)/gmu), ([, field = ""]) => field);

  expect(declared.length).toBeGreaterThan(1);
  for (const field of declared) expect(body).toContain(`${docComment(fields[field], "  ")}  readonly ${field}`);
});
