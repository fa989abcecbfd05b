// The fixtures of the reference's module for the Pod Security Standards, in the Go module cache: for each level and version, Pods that pass and Pods
// that fail. Both servers give the same response to each of them, as a Pod and as the template of a Deployment.
import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { Pod } from "@kubewright/api/core/v1";
import { startEnvironment } from "@kubewright/envtest";
import type { Environment } from "@kubewright/envtest";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { valuesOf } from "../differential/run-case.ts";
import { sendRequest } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

const fixtures = await fixturesFolder();
const levels = ["baseline", "restricted"] as const;
const minors = Array.from({ length: 36 }, (_, minor) => minor);
const fixtureCount = 4241;

let real: ServerUnderTest;
let embedded: Environment;
const evaluated = new Set<string>();

beforeAll(async () => {
  real = await startServerUnderTest();
  embedded = await startEnvironment({ server: "embedded" });
});

afterAll(async () => {
  await embedded[Symbol.asyncDispose]();
  await real[Symbol.asyncDispose]();
});

test.for(levels.flatMap((level) => minors.map((minor) => [level, minor] as const)))(
  "the fixtures of %s:v1.%i pass and fail as in a kube-apiserver, with its messages",
  async ([level, minor]) => {
    const namespace = real.uniqueName("fixtures-");
    const labels = {
      "pod-security.kubernetes.io/enforce": level,
      "pod-security.kubernetes.io/enforce-version": `v1.${minor}`,
    };
    const body = { metadata: { name: namespace, labels } };
    for (const { transport } of [real, embedded]) {
      await sendRequest(transport, { method: "POST", path: "/api/v1/namespaces", body });
    }

    for (const outcome of ["pass", "fail"]) {
      const folder = path.join(fixtures, level, `v1.${minor}`, outcome);
      for (const file of await readdir(folder)) {
        const fixture = path.join(folder, file);
        const pod = parse(await readFile(fixture, "utf8")) as Pod;
        const expected = await responses(real, namespace, pod);

        expect([file, expected.pod.status === 201]).toEqual([file, outcome === "pass"]);
        expect([file, await responses(embedded, namespace, pod)]).toEqual([file, expected]);
        evaluated.add(fixture);
      }
    }
  },
);

test("all fixtures are evaluated", () => {
  expect(evaluated.size).toBe(fixtureCount);
});

/** What a client sees of a response. */
interface Seen {
  readonly status: number;
  readonly message: string | undefined;
  readonly warnings: readonly string[];
}

/** Tries to create the Pod, and a Deployment of it. */
async function responses(
  { transport }: Pick<Environment, "transport">,
  namespace: string,
  { metadata, spec }: Pod,
): Promise<Readonly<Record<"pod" | "deployment", Seen>>> {
  const labels = { fixture: "a" };
  const template = { metadata: { annotations: metadata?.annotations, labels }, spec };
  const deployment = { metadata: { name: "d" }, spec: { selector: { matchLabels: labels }, template } };
  const create = async (collection: string, body: object): Promise<Seen> => {
    const response = await sendRequest(transport, { method: "POST", path: `${collection}?dryRun=All`, body });
    const { message } = response.body as { readonly message?: string };
    return { status: response.status, message, warnings: valuesOf(response.headers, "warning") };
  };
  return {
    // The names of some fixtures are not valid for Pods.
    pod: await create(`/api/v1/namespaces/${namespace}/pods`, { metadata: { ...metadata, name: "fixture" }, spec }),
    deployment: await create(`/apis/apps/v1/namespaces/${namespace}/deployments`, deployment),
  };
}

async function fixturesFolder(): Promise<string> {
  const { stdout } = await promisify(execFile)("go", ["env", "GOMODCACHE"]);
  return path.join(stdout.trim(), "k8s.io/pod-security-admission@v0.36.3/test/testdata");
}
