import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readAdmissionConfiguration } from "./admission-configuration.ts";

let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "kubewright-admission-"));
  file = path.join(folder, "admission.yaml");
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

const head = "apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\n";

const podSecurity = `apiVersion: pod-security.admission.config.k8s.io/v1
kind: PodSecurityConfiguration
defaults:
  enforce: baseline
  enforce-version: latest
exemptions:
  usernames: []
  namespaces: [kube-system]
`;

const options = {
  defaults: { enforce: "baseline", "enforce-version": "latest" },
  exemptions: { usernames: [], namespaces: ["kube-system"] },
};

function indented(text: string): string {
  return text.replaceAll(/^/gmu, "    ").trimEnd();
}

async function read(text: string): Promise<unknown> {
  await writeFile(file, text);
  return readAdmissionConfiguration(file);
}

test("the configuration of PodSecurity is in the file or in another one", async () => {
  await writeFile(path.join(folder, "pod-security.yaml"), podSecurity);

  expect(await read(`${head}plugins:\n- name: PodSecurity\n  configuration:\n${indented(podSecurity)}\n`)).toEqual(
    options,
  );
  expect(await read(`${head}plugins:\n- name: PodSecurity\n  path: pod-security.yaml\n`)).toEqual(options);
  expect(await read(head)).toEqual({});
  expect(await read(`${head}plugins:\n- name: PodSecurity\n`)).toEqual({});
});

test("an error shows the beginning of a long value", async () => {
  await expect(read("a".repeat(3_000_000))).rejects.toThrow(
    `"${file}" is "${"a".repeat(99)}…, must be one AdmissionConfiguration`,
  );
});

test.for([
  ["kind: Other", `the kind of "FILE" is "Other", must be "AdmissionConfiguration"`],
  [
    head.replace("/v1", "/v2"),
    'the apiVersion of "FILE" is "apiserver.config.k8s.io/v2", must be "apiserver.config.k8s.io/v1" or ',
  ],
  [`${head}plugin: []`, 'a field of "FILE" is "plugin", must be one of plugins'],
  [`${head}plugins: a`, 'plugins of "FILE" is "a", must be a list'],
  [`${head}plugins: [a]`, 'plugins[0] of "FILE" is "a", must be an object'],
  [
    `${head}plugins:\n- name: ResourceQuota`,
    'the name of plugins[0] of "FILE" is "ResourceQuota", must be "PodSecurity"',
  ],
  [
    `${head}plugins:\n- name: PodSecurity\n  configuration: {kind: A}`,
    'the kind of the configuration of plugins[0] of "FILE" is "A", must be "PodSecurityConfiguration"',
  ],
  [
    `${head}plugins:\n- name: PodSecurity\n  configuration:\n${indented(`${podSecurity}other: 1`)}`,
    'a field of the configuration of plugins[0] of "FILE" is "other", must be one of defaults, exemptions',
  ],
  [
    `${head}plugins:\n- name: PodSecurity\n  configuration:\n${indented(podSecurity.replace("latest", "1"))}`,
    'enforce-version in defaults of the configuration of plugins[0] of "FILE" is 1, must be a string',
  ],
  [
    `${head}plugins:\n- name: PodSecurity\n  configuration:\n${indented(podSecurity.replace("[kube-system]", "[a, 1]"))}`,
    'namespaces in exemptions of the configuration of plugins[0] of "FILE" is ["a",1], must be a list of strings',
  ],
  [
    `${head}plugins:\n- name: PodSecurity\n  path: nowhere.yaml`,
    `needs "FOLDER/nowhere.yaml": ENOENT, must be a readable file`,
  ],
  ["", `"FILE" is missing, must be one AdmissionConfiguration`],
] as const)("a configuration with a mistake is an error that names it: %s", async ([text, message]) => {
  const whole = message.replaceAll("FILE", file).replaceAll("FOLDER", folder);

  await expect(read(text)).rejects.toThrow(whole);
});
