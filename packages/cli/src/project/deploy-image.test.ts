import { expect, test } from "vitest";
import { deployImageOf, readDeployImage, withDeployImage } from "./deploy-image.ts";
import type { DeployImageTexts } from "./deploy-image.ts";
import { printProject } from "./print-project.ts";
import { readProject } from "./read-project.ts";

const small = 'layout:\n  - kubewright.dev/v1\nprojectName: shop\nversion: "3"\n';
const memcached = { group: "cache", domain: "example.com", version: "v1alpha1", kind: "Memcached" };
const options = {
  image: "memcached:1.6",
  containerCommand: "memcached, -m=64,-v",
  containerPort: "11211",
  runAsUser: "1001",
};

test("PROJECT records the image of a kind in kubebuilder's format, and is read again", () => {
  const project = withDeployImage(readProject(small), memcached, options);

  const printed = printProject(project, small);

  expect(printed).toBe(`layout:
  - kubewright.dev/v1
plugins:
  deploy-image.kubewright.dev/v1:
    resources:
      - domain: example.com
        group: cache
        kind: Memcached
        options:
          containerCommand: memcached, -m=64,-v
          containerPort: "11211"
          image: memcached:1.6
          runAsUser: "1001"
        version: v1alpha1
projectName: shop
version: "3"
`);
  expect(deployImageOf(readProject(printed), memcached)).toEqual({
    image: "memcached:1.6",
    command: ["memcached", "-m=64", "-v"],
    port: 11211,
    user: 1001,
  });
  expect(deployImageOf(readProject(printed), { ...memcached, version: "v1" })).toBeUndefined();
});

test("a new image of a kind replaces its entry, and other entries are kept", () => {
  const other = { ...memcached, kind: "Busybox" };
  const first = withDeployImage(readProject(small), memcached, options);

  const project = withDeployImage(withDeployImage(first, other, { image: "busybox" }), memcached, { image: "redis:8" });

  expect(deployImageOf(project, memcached)).toEqual({ image: "redis:8" });
  expect(deployImageOf(project, other)).toEqual({ image: "busybox" });
  expect(project.plugins).toMatchObject({
    "deploy-image.kubewright.dev/v1": { resources: [{ kind: "Memcached" }, { kind: "Busybox" }] },
  });
});

test("a kind without an image has no entry", () => {
  const project = readProject(small);

  expect(withDeployImage(project, memcached)).toBe(project);
  expect(
    deployImageOf(withDeployImage(withDeployImage(project, memcached, options), memcached), memcached),
  ).toBeUndefined();
});

test.each<[Partial<DeployImageTexts>, string]>([
  [{ image: "Memcached" }, 'Cannot use --image: "Memcached": expected the name of an image'],
  [{ containerPort: "0" }, 'Cannot use --containerPort: "0": expected a number from 1 to 65535'],
  [{ containerPort: "65536" }, 'Cannot use --containerPort: "65536": expected a number from 1 to 65535'],
  [{ containerPort: "0x10" }, 'Cannot use --containerPort: "0x10"'],
  [{ runAsUser: "root" }, 'Cannot use --runAsUser: "root": expected a number from 1 to 2147483647'],
  [{ runAsUser: "2147483648" }, 'Cannot use --runAsUser: "2147483648"'],
  [{ containerCommand: "" }, 'Cannot use --containerCommand: "": expected comma-separated words'],
  [{ containerCommand: "a,,b" }, 'Cannot use --containerCommand: "a,,b": expected comma-separated words'],
  [{ containerCommand: "a\nb" }, 'Cannot use --containerCommand: "a\\nb": expected comma-separated words'],
  [{ containerCommand: "a\u202eb" }, "Cannot use --containerCommand: "],
  [{ containerCommand: "x".repeat(5000) }, "Cannot use --containerCommand: it has 5000 characters"],
])("%j is rejected with one line", (texts, message) => {
  expect(() => readDeployImage({ image: "a", ...texts }, (name) => `--${name}`)).toThrow(message);
});

test.each([
  {
    record: "[1]",
    message: "Cannot use plugins.deploy-image.kubewright.dev/v1 of PROJECT: it is [1]: expected an object",
  },
  {
    record: "{ resources: [{ group: cache, domain: example.com, version: v1alpha1, kind: Memcached }] }",
    message:
      'Cannot use image in plugins.deploy-image.kubewright.dev/v1.resources[0] of PROJECT: "": expected the name of an image',
  },
  {
    record:
      "{ resources: [{ group: cache, domain: example.com, version: v1alpha1, kind: Memcached, options: { image: a, containerPort: 1.5 } }] }",
    message:
      'Cannot use containerPort in plugins.deploy-image.kubewright.dev/v1.resources[0].options of PROJECT: "1.5": expected a number',
  },
])("an invalid record in PROJECT is rejected: $record", ({ record, message }) => {
  const project = readProject(`${small}plugins: { deploy-image.kubewright.dev/v1: ${record} }\n`);

  expect(() => deployImageOf(project, memcached)).toThrow(message);
});
