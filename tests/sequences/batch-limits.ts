/** A random quota and limit range, in which each sequence of a batch begins. */
import { createSeededRandom } from "@kubewright/async";
import type { Random } from "@kubewright/async";
import { patch, post, until } from "../differential/case.ts";
import type { DifferentialStep } from "../differential/case.ts";
import { pick } from "./batch-policies.ts";
import type { Sequence } from "./sequence.ts";

const core = "/api/v1/namespaces/{{namespace}}";

/** The limits of Pods and the objects that a quota counts, each of them in some batches. */
const hard: readonly Readonly<Record<string, string>>[] = [
  { pods: "1" },
  { configmaps: "2" },
  { secrets: "1", services: "1" },
  { "count/deployments.apps": "1", "count/leases.coordination.k8s.io": "2" },
  { "count/jobs.batch": "1", "count/roles.rbac.authorization.k8s.io": "0" },
  { "requests.cpu": "300m", "limits.memory": "1Gi" },
  { cpu: "1", "count/pods": "2" },
];

const limits: readonly object[] = [
  { type: "Container", default: { cpu: "200m", memory: "128Mi" }, defaultRequest: { cpu: "100m" } },
  { type: "Container", max: { cpu: "2", memory: "1Gi" }, min: { cpu: "50m" } },
  { type: "Pod", max: { cpu: "1" }, maxLimitRequestRatio: { cpu: "4" } },
];

/** The requests that begin each sequence of a batch. The suite runs without the quota controller, so they write the status, too. */
export function batchLimits(seed: string): readonly DifferentialStep[] {
  const random = createSeededRandom(`${seed} limits`);
  const own = Object.assign({}, ...some(random, hard)) as Readonly<Record<string, string>>;
  const scopes = pick<object>(random, [{}, {}, {}, { scopes: ["NotTerminating"] }]);
  const isPodQuota = Object.keys(own).every((name) => /pods|cpu|memory/u.test(name));
  return [
    ...some(random, limits).map((limit, index) =>
      post(`${core}/limitranges`, { metadata: { name: `limits-${index}` }, spec: { limits: [limit] } }),
    ),
    ...quota("quota", own, isPodQuota ? scopes : {}),
    // A real server enforces the first quota once it enforces the second.
    ...quota("last", { persistentvolumeclaims: "0" }, {}),
    until(403, post(`${core}/persistentvolumeclaims?dryRun=All`, { metadata: { name: "probe" }, spec: claim })),
  ];
}

const claim = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };

function quota(name: string, own: Readonly<Record<string, string>>, more: object): readonly DifferentialStep[] {
  const used = Object.fromEntries(Object.keys(own).map((each) => [each, "0"]));
  return [
    post(`${core}/resourcequotas`, { metadata: { name }, spec: { hard: own, ...more } }),
    patch("merge", `${core}/resourcequotas/${name}/status`, { status: { hard: own, used } }),
  ];
}

/** A sequence whose outcomes do not depend on the order of concurrent requests, and which does not have to create an object at its end. */
export function withoutRaces({ kind, steps, versions }: Sequence): Sequence {
  return { kind, steps: steps.filter((step) => step.do !== "together"), versions };
}

function some<T>(random: Random, values: readonly T[]): readonly T[] {
  return values.filter(() => random.int(2) === 0);
}
