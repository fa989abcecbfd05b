import { expect, test } from "vitest";
import { managerConfig } from "./manager-config.ts";
import { managerVariable } from "./manager-variable.ts";

const project = { version: "3", layout: ["kubewright.dev/v1"], projectName: "shop", resources: [] } as const;
const scaffolded = managerConfig(project).files.find(({ path }) => path.endsWith("manager.yaml"))?.content ?? "";

test("managerVariable() adds the first variable below the name of the container, and changes no other line", () => {
  const changed = managerVariable("MEMCACHED_IMAGE", "memcached:1.6").change(scaffolded);

  expect(changed).toContain(`        - name: manager
          env:
            - name: MEMCACHED_IMAGE
              value: memcached:1.6
          image: controller:latest
`);
  expect(changed?.replace(/ *env:\n *- name: .*\n *value: .*\n/u, "")).toBe(scaffolded);
});

test("managerVariable() adds a second variable below the first, once", () => {
  const first = managerVariable("A_IMAGE", "a").change(scaffolded) ?? "";

  const second = managerVariable("B_IMAGE", "1:20").change(first) ?? "";

  expect(second).toContain(`            - name: A_IMAGE
              value: a
            - name: B_IMAGE
              value: "1:20"
          image: controller:latest
`);
  expect(managerVariable("B_IMAGE", "1:20").change(second)).toBe(second);
  expect(managerVariable("B_IMAGE", "other").change(second)).toBeUndefined();
});

test("managerVariable() changes a file that the author has rewritten", () => {
  const theirs =
    "kind: Deployment # ours\r\nspec: {template: {}}\r\n---\r\nkind: Deployment\r\nspec:\r\n  template:\r\n    spec:\r\n      containers:\r\n      - {name: sidecar}\r\n" +
    "      - env: # all of them\r\n        - name: A\r\n          valueFrom: {fieldRef: {fieldPath: metadata.name}} # ours\r\n\r\n        # the end\r\n        name: manager\r\n";

  const changed = managerVariable("B_IMAGE", "b").change(theirs);

  expect(changed).toBe(
    theirs.replace(" # ours\r\n\r\n", " # ours\r\n        - name: B_IMAGE\r\n          value: b\r\n\r\n"),
  );
});

test("managerVariable() changes a file that ends with the container", () => {
  const short = "kind: Deployment\nspec:\n  template:\n    spec:\n      containers:\n        - name: manager";

  expect(managerVariable("A_IMAGE", "a").change(short)).toBe(
    `${short}\n          env:\n            - name: A_IMAGE\n              value: a\n`,
  );
});

test.each([
  ["no Deployment", "kind: Service\n"],
  ["no container of that name", "kind: Deployment\nspec: {template: {spec: {containers: [{name: other}]}}}\n"],
  ["a container on one line", "kind: Deployment\nspec: {template: {spec: {containers: [{name: manager}]}}}\n"],
  ["an environment on one line", scaffolded.replace("          args:", "          env: []\n          args:")],
  ["no YAML", "kind: [\n"],
])("managerVariable() returns undefined for a file with %s", (_, text) => {
  expect(managerVariable("A_IMAGE", "a").change(text)).toBeUndefined();
});
