// The rule on this repository, and on small examples that break it.
import { servedKinds } from "@kubewright/api-facts";
import { expect, test } from "vitest";
import { writtenSources } from "../source/workspace.ts";
import { expectNone } from "./problems.ts";
import { resourceListProblems } from "./resource-names.ts";

const resources = new Set(servedKinds().map(({ group, plural }) => (group === "" ? plural : `${plural}.${group}`)));

test("no file of the API server outside the kinds lists built-in resources", () => {
  expectNone(resourceListProblems(writtenSources(), resources));
});

test.each([
  ["a set", 'const orphaned = new Set(["jobs.batch", "replicationcontrollers"]);', 2],
  ["a map", 'const prefixes = new Map([\n  ["services", "services/specs"],\n]);', 1],
  ["an object", 'const warnings = {\n  "deployments.apps": "old",\n};', 1],
  ["one resource that is read", 'const services = { group: "", resource: "services" };', 0],
  ["an argument", 'access("", "serviceaccounts", name);', 0],
  ["a kind with its group", 'if (group === "" && plural === "namespaces") return;', 0],
])("%s: the rule finds lists, and leaves single resources alone", (_title, text, count) => {
  const path = "packages/apiserver/src/registry/rules.ts";

  expect(resourceListProblems([{ path, text }], resources)).toHaveLength(count);
});
