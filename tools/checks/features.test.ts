// Each row of docs/features.md names exported API and existing tests.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { Feature, FeatureGroup } from "../../tests/features/feature.ts";
import { featureGroups } from "../../tests/features/features.ts";
import { sentencePerLine } from "../prose/sentence-lines.ts";
import { missingTests, testCell } from "./named-tests.ts";

const features = featureGroups.flatMap((group) => group.features);

test("every feature has API and tests, or says why it is omitted or what is open", () => {
  const incomplete = features.filter(
    ({ api, tests, omitted, open }) =>
      (api === undefined || tests.length === 0) && omitted === undefined && open === undefined,
  );
  expect(incomplete.map(({ feature }) => feature)).toEqual([]);
});

test("every test that a feature names exists", async () => {
  expect(await missingTests(features.flatMap(({ tests }) => tests))).toEqual([]);
});

test("every name that a feature gives is exported", async () => {
  const names = features.flatMap(({ api = {} }) =>
    Object.entries(api).flatMap(([entry, exported]) => exported.map((name) => ({ entry, name }))),
  );
  const reports = new Map<string, string>();
  for (const { entry } of names) if (!reports.has(entry)) reports.set(entry, await apiOf(entry));

  expect(names.filter(({ entry, name }) => !isExported(reports.get(entry) ?? "", name))).toEqual([]);
});

test("docs/features.md lists the features", async () => {
  await expect(sentencePerLine(pageOf(featureGroups))).toMatchFileSnapshot("../../docs/features.md");
});

/** The report of one entry point of a package: `client`, or `client/testing`. */
async function apiOf(entry: string): Promise<string> {
  const [folder = ""] = entry.split("/");
  const report = await readFile(new URL(`../../packages/${folder}/api.md`, import.meta.url), "utf8");
  return report.split("\n## ").find((part) => part.startsWith(`\`@kubewright/${entry}\``)) ?? "";
}

/** `Name` is declared or exported again, and the report has the member of `Name.member`. */
function isExported(report: string, name: string): boolean {
  const [exported = "", member] = name.split(".");
  const declared = new RegExp(`^(?:(?:function|const|class|interface|type) |export \\{ )${exported}\\b`, "m").test(
    report,
  );
  return declared && (member === undefined || new RegExp(`\\b${member}\\b`).test(report));
}

function pageOf(groups: readonly FeatureGroup[]): string {
  const sections = groups.map(
    ({ title, features: rows }) => `## ${title}

| feature | Kubewright | controller-runtime | kube-rs | JOSDK | kopf | shown by |
| --- | --- | --- | --- | --- | --- | --- |
${rows.map(rowOf).join("\n")}
`,
  );
  return `# Features

What Kubewright has for the features of other toolkits (as of August 2026), and the tests that show it.
The toolkits are [controller-runtime](https://github.com/kubernetes-sigs/controller-runtime), [kube-rs](https://github.com/kube-rs/kube), the [Java operator SDK](https://github.com/operator-framework/java-operator-sdk) (JOSDK) and [kopf](https://github.com/nolar/kopf).
This page is generated from \`tests/features\`; do not edit it.
Tests in \`tests/real\` need a kube-apiserver (\`make test-real\`), those in \`tests/long\` run in \`make test-long\`, and all others in \`make test\`.

${sections.join("\n")}`;
}

function rowOf({ feature, peers, api = {}, note, tests, omitted, open }: Feature): string {
  const names = Object.entries(api).map(
    ([entry, exported]) =>
      `[${entry}](../packages/${entry.split("/")[0] ?? ""}/api.md): ${exported.map((name) => `\`${name}\``).join(", ")}`,
  );
  const here = [
    ...names,
    ...(note === undefined ? [] : [note]),
    ...(omitted === undefined ? [] : [`No: ${omitted}`]),
    ...(open === undefined ? [] : [`Open: ${open}`]),
  ];
  return `| ${[feature, here.join("<br>"), ...peers, tests.map((reference) => testCell(reference, "docs")).join("<br>")].join(" | ")} |`;
}
