// Unions of objects become schemas with CEL rules. A real kube-apiserver enforces them: it rejects objects that TypeScript rejects.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { startEnvironment } from "@kubewright/envtest";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createKubectl } from "../kubectl/kubectl.ts";
import type { Kubectl } from "../kubectl/kubectl.ts";
import { edit } from "../kubectl/manifests.ts";

const program = path.join(inject("assets") ?? "", "kubectl");
const crd = fileURLToPath(
  new URL(
    "../../packages/gen/testdata/unions/expected/config/crd/bases/unions.example.com_unions.yaml",
    import.meta.url,
  ),
);
const resources = new AsyncDisposableStack();
let kubectl: Kubectl;

beforeAll(async () => {
  const env = resources.use(await startEnvironment({ server: "real" }));
  kubectl = resources.use(await createKubectl({ program, kubeconfig: await env.kubeconfig(), edit }));
  await kubectl.start(["apply", "-f", crd]).output;
  await kubectl.start(["wait", "--for=condition=Established", "crd/unions.unions.example.com"]).output;
});

afterAll(() => resources.disposeAsync());

const git = { kind: "git", url: "https://example.com" };
const service = { service: "web", port: 80 };

test.each<{ readonly spec: object }>([
  { spec: { source: git, target: service } },
  { spec: { source: { ...git, branch: "main", everySeconds: 5 }, target: { "stateful-set": "db", port: 1 } } },
  { spec: { source: { kind: "folder", bucket: "abc" }, target: service, selector: { name: "a" } } },
  { spec: { source: { kind: "none", reason: "later" }, target: service, limit: { percent: 5 }, port: "http" } },
  { spec: { source: git, target: service, limit: {}, range: { from: 1, to: 2 }, port: 80 } },
  {
    spec: {
      source: git,
      target: service,
      steps: [{ enabled: false }, { enabled: true, command: "x", namespace: "y" }],
    },
  },
])("a real kube-apiserver accepts $spec", async ({ spec }) => {
  const { exitCode, stderr } = await create(spec);

  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
});

test.each<{ readonly spec: object; readonly message: string }>([
  { spec: { source: { kind: "git" }, target: service }, message: "url must be set when kind is git" },
  {
    spec: { source: { ...git, bucket: "abc" }, target: service },
    message: "bucket is set when kind is bucket or folder, and only then",
  },
  {
    spec: { source: { kind: "bucket" }, target: service },
    message: "bucket is set when kind is bucket or folder, and only then",
  },
  {
    spec: { source: { kind: "none", branch: "b" }, target: service },
    message: "branch may be set only when kind is git",
  },
  { spec: { source: { kind: "svn" }, target: service }, message: 'Unsupported value: "svn"' },
  {
    spec: { source: git, target: { port: 1 } },
    message: "exactly one of the fields in [service deployment stateful-set] must be set",
  },
  { spec: { source: git, target: { ...service, "stateful-set": "db" } }, message: "exactly one of the fields" },
  {
    spec: { source: git, target: service, limit: { count: 1, percent: 2 } },
    message: "at most one of the fields in [count percent] may be set",
  },
  {
    spec: { source: git, target: service, selector: {} },
    message: "at least one of the fields in [name labels] must be set",
  },
  { spec: { source: git, target: service, range: { from: 1 } }, message: "must be set: from and to, or length" },
  {
    spec: { source: git, target: service, range: { from: 1, to: 2, length: 3 } },
    message: "must be set: from and to, or length",
  },
  {
    spec: { source: git, target: service, steps: [{ enabled: true }] },
    message: "command is set when enabled is true, and only then",
  },
  {
    spec: { source: git, target: service, steps: [{ enabled: false, namespace: "x" }] },
    message: "namespace may be set only when enabled is true",
  },
  { spec: { source: git, target: service, port: true }, message: "spec.port" },
])("a real kube-apiserver rejects $spec", async ({ spec, message }) => {
  const { exitCode, stderr } = await create(spec);

  expect(exitCode).toBe(1);
  expect(stderr).toContain(message);
});

function create(spec: object): ReturnType<Kubectl["start"]>["output"] {
  const object = { apiVersion: "unions.example.com/v1", kind: "Union", metadata: { name: "one" }, spec };
  return kubectl.start(["create", "--dry-run=server", "-f", "-"], JSON.stringify(object)).output;
}
