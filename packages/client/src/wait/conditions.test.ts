import assert from "node:assert/strict";

import { test } from "vitest";

import * as conditions from "./conditions.ts";
import type { WaitCondition } from "./condition.ts";

type Judged = { readonly met: readonly object[]; readonly notMet: readonly object[] };

const established = (status: string) => ({ status: { conditions: [{ type: "Established", status }] } });
const rollout = (status: object, generation = 2) => ({ metadata: { generation }, spec: { replicas: 3 }, status });
const done = { observedGeneration: 2, replicas: 3, updatedReplicas: 3, availableReplicas: 3 };
const balanced = (ingress: readonly object[]) => ({ status: { loadBalancer: { ingress } } });

test.each<[string, unknown, Judged]>([
  [
    "isPodRunning",
    conditions.isPodRunning,
    { met: [{ status: { phase: "Running" } }], notMet: [{ status: { phase: "Pending" } }, { status: {} }, {}] },
  ],
  [
    "isPodReady",
    conditions.isPodReady,
    {
      met: [{ status: { conditions: [{ type: "Ready", status: "True" }] } }],
      notMet: [{ status: { conditions: [{ type: "Ready", status: "False" }] } }, { status: { phase: "Running" } }],
    },
  ],
  [
    "isJobCompleted",
    conditions.isJobCompleted,
    {
      met: [{ status: { conditions: [{ type: "Complete", status: "True" }] } }],
      notMet: [{ status: { conditions: [{ type: "Failed", status: "True" }] } }, {}],
    },
  ],
  [
    "isDeploymentCompleted",
    conditions.isDeploymentCompleted,
    {
      met: [rollout(done), { metadata: { generation: 1 }, status: { ...done, replicas: 1, updatedReplicas: 1 } }],
      notMet: [
        {},
        rollout({}),
        rollout({ ...done, observedGeneration: 1 }),
        rollout({ ...done, updatedReplicas: 2 }),
        rollout({ ...done, replicas: 4 }),
        rollout({ ...done, availableReplicas: 2 }),
      ],
    },
  ],
  [
    "isCrdEstablished",
    conditions.isCrdEstablished,
    { met: [established("True")], notMet: [established("False"), { status: {} }, {}] },
  ],
  [
    "isServiceLoadBalancerProvisioned",
    conditions.isServiceLoadBalancerProvisioned,
    {
      met: [balanced([{ ip: "1.2.3.4" }]), balanced([{ hostname: "a.example" }])],
      notMet: [balanced([]), balanced([{}]), { status: {} }, {}],
    },
  ],
  [
    "isIngressProvisioned",
    conditions.isIngressProvisioned,
    { met: [balanced([{ ip: "1.2.3.4" }])], notMet: [balanced([{ ip: "" }]), {}] },
  ],
])("%s", (name, tested, { met, notMet }) => {
  const condition = tested as WaitCondition<never>; // The objects are of the condition's kind.
  const judge = (object: object | undefined) => condition(object && ({ metadata: {}, ...object } as never));

  assert.deepEqual(
    met.map(judge),
    met.map(() => true),
  );
  assert.deepEqual(
    [...notMet, undefined].map(judge),
    [...notMet, undefined].map(() => false),
  );
  assert.equal(condition.name, name);
});

test("hasCondition() ignores a condition of an older generation, as kubectl wait does", () => {
  const isSynced = conditions.hasCondition("Synced", "False") as WaitCondition<never>;
  const object = (condition: object, status: object = {}) =>
    ({
      metadata: { generation: 3 },
      status: { ...status, conditions: [{ type: "Synced", status: "False", ...condition }] },
    }) as never;

  assert.equal(isSynced(object({})), true);
  assert.equal(isSynced(object({ observedGeneration: 3 })), true);
  assert.equal(isSynced(object({ observedGeneration: 2 })), false);
  assert.equal(isSynced(object({}, { observedGeneration: 2 })), false);
  assert.equal(isSynced(object({ observedGeneration: 3 }, { observedGeneration: 2 })), true);
  assert.equal(isSynced(object({ status: "True" })), false);
  assert.equal(isSynced({ metadata: {}, status: { conditions: "none" } } as never), false);
});

test("isDeleted() holds for an absent object and for another object with its name", () => {
  const isDeleted = conditions.isDeleted("u1") as WaitCondition<never>;

  assert.deepEqual(
    [undefined, { metadata: { uid: "u2" } }, { metadata: { uid: "u1" } }].map((object) => isDeleted(object as never)),
    [true, true, false],
  );
});

test("and(), or() and not() combine conditions and their names", () => {
  const { and, isPodReady, isPodRunning, not, or } = conditions;
  const pod = { metadata: {}, status: { phase: "Running" } } as never;
  const combined = and(isPodRunning, not(or(isPodReady, () => false)));

  assert.equal(combined(pod), true);
  assert.equal(or(isPodReady, isPodRunning)(pod), true);
  assert.equal(and(isPodReady, isPodRunning)(pod), false);
  assert.equal(not(isPodRunning)(undefined), true);
  assert.equal(combined.name, "and(isPodRunning, not(or(isPodReady, condition)))");
});
