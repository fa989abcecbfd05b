import assert from "node:assert/strict";
import { workOf } from "@kubewright/apimachinery";
import { test } from "vitest";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import { podSecurityConfiguration } from "./configuration.ts";
import type { ExistingPodsContext } from "./existing-pods.ts";
import { runInSteps } from "../../turns/time-slices.ts";
import { warningsAboutPods } from "./existing-pods.ts";

const baseline = { level: "baseline", version: "latest" } as const;
const summary = 'existing pods in namespace "n" violate the new PodSecurity enforce level "baseline:latest"';

function pod(name: string, spec: object = {}, controller?: string): ReadonlyObject {
  const owner = { apiVersion: "apps/v1", kind: "ReplicaSet", name: "r", controller: true };
  const ownerReferences = controller === undefined ? [] : [{ ...owner, uid: controller }];
  return { apiVersion: "v1", kind: "Pod", metadata: { name, namespace: "n", ownerReferences }, spec };
}

function numbered(count: number, create: (name: string) => ReadonlyObject): readonly ReadonlyObject[] {
  return Array.from({ length: count }, (_, index) => create(`p${String(index).padStart(5, "0")}`));
}

/** The context of a request. Each call of `clock.now()` advances the clock by `stepMs`. */
function contextOf(
  pods: readonly ReadonlyObject[],
  { stepMs = 0, remainingMs = Number.POSITIVE_INFINITY, runtimeClasses = [] as readonly string[] } = {},
): ExistingPodsContext {
  let now = 0;
  return {
    configuration: podSecurityConfiguration({ exemptions: { runtimeClasses } }),
    read: {
      list: () => pods,
      keys: () => pods.map(({ metadata }) => ({ namespace: "n", name: metadata.name ?? "", isDeleting: false })),
    },
    clock: { now: () => (now += stepMs) - stepMs },
    deadline: { atMs: remainingMs },
  };
}

function warningsOf(context: ExistingPodsContext): unknown {
  return runInSteps(() => workOf(warningsAboutPods("n", baseline, context)), {
    isPauseDue: () => false,
    pause: () => undefined,
  });
}

test("Pods with the same violations are counted, with the first name", () => {
  const pods = [
    pod("z", { hostPID: true }),
    pod("b", { hostPID: true }),
    pod("c", { hostIPC: true }),
    pod("d", { hostNetwork: true, containers: [{ name: "c", securityContext: { privileged: true } }] }),
    pod("e"),
  ];

  assert.deepEqual(warningsOf(contextOf(pods)), [
    summary,
    "b (and 2 other pods): host namespaces",
    "d: host namespaces, privileged",
  ]);
  assert.deepEqual(warningsOf(contextOf([pod("a", { hostPID: true }), pod("b", { hostPID: true })])), [
    summary,
    "a (and 1 other pod): host namespaces",
  ]);
  assert.deepEqual(warningsOf(contextOf([pod("e")])), []);
});

test("at most 3,000 Pods are evaluated, the first one of each controller before its replicas", () => {
  const replicas = numbered(3000, (name) => pod(name, {}, "a"));
  const other = pod("z", { hostPID: true }, "b");

  assert.deepEqual(warningsOf(contextOf([...replicas, other])), [
    "new PodSecurity enforce level only checked against the first 3000 of 3001 existing pods",
    summary,
    "z: host namespaces",
  ]);
});

test("Pods of exempt runtime classes do not count", () => {
  const exempt = numbered(3000, (name) => pod(name, { runtimeClassName: "kata", hostPID: true }));
  const context = contextOf([...exempt, pod("z", { hostPID: true })], { runtimeClasses: ["kata"] });

  assert.deepEqual(warningsOf(context), [summary, "z: host namespaces"]);
});

test("the dry run takes at most a second, and at most half of the time of its request", () => {
  const pods = numbered(10_000, (name) => pod(name, { hostPID: true }));
  const checked = (options: object): string | undefined =>
    (warningsOf(contextOf(pods, options)) as readonly string[])[0];

  const first = "new PodSecurity enforce level only checked against the first";
  assert.equal(checked({ stepMs: 1 }), `${first} 1000 of 10000 existing pods`);
  assert.equal(checked({ stepMs: 100, remainingMs: 400 }), `${first} 2 of 10000 existing pods`);
  assert.equal(checked({}), `${first} 3000 of 10000 existing pods`);
});
