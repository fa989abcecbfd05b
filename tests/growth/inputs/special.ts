/** Requests whose work depends on a second list: the rights of the user, the stored object, or the other items of the list. */
import type { GrowingInput } from "../input.ts";
import { container, core, json, list, map } from "../input.ts";

const rbac = "/apis/rbac.authorization.k8s.io/v1";
const pods = `${core}/pods`;
const jobs = "/apis/batch/v1/namespaces/default/jobs";
const merge = "application/merge-patch+json";

function pod(spec: object): object {
  return { metadata: { name: "p" }, spec: { containers: [container], ...spec } };
}

/** A Job with so many indexes that the strings of its status may be long. */
const indexedJob = {
  metadata: { name: "j" },
  spec: {
    completionMode: "Indexed",
    completions: 10_000_000,
    parallelism: 1,
    backoffLimitPerIndex: 1,
    maxFailedIndexes: 1,
    template: { spec: { containers: [container], restartPolicy: "Never" } },
  },
};

const ruleOf = (index: number): object => ({ apiGroups: ["x"], resources: [`r${index}`], verbs: ["get"] });

/** The rights of the user `writer`: to create roles, and `n` other ones. */
function writerRights(n: number): ReturnType<NonNullable<GrowingInput["before"]>> {
  const rules = [{ apiGroups: ["rbac.authorization.k8s.io"], resources: ["clusterroles"], verbs: ["create"] }];
  return [
    json("POST", `${rbac}/clusterroles`, { metadata: { name: "writer" }, rules: [...rules, ...list(n, ruleOf)] }),
    json("POST", `${rbac}/clusterrolebindings`, {
      metadata: { name: "writer" },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "writer" },
      subjects: [{ kind: "User", name: "writer", apiGroup: "rbac.authorization.k8s.io" }],
    }),
  ];
}

function roleOfWriter(rules: readonly object[]): ReturnType<GrowingInput["request"]> {
  const request = json("POST", `${rbac}/clusterroles`, { metadata: { name: "r" }, rules });
  return { ...request, headers: { ...request.headers, "impersonate-user": "writer" } };
}

const tolerations = (n: number): readonly object[] => list(n, (index) => ({ key: `k${index}`, operator: "Exists" }));
const manyNames = (n: number): readonly string[] => list(n, (index) => `n${index}`);

export const specialInputs: readonly GrowingInput[] = [
  { name: "role of an ordinary user", before: writerRights, request: (n) => roleOfWriter(list(n, ruleOf)) },
  {
    name: "role with names of an ordinary user",
    partsMax: 20_000,
    before: writerRights,
    request: (n) => roleOfWriter([{ apiGroups: ["x"], resources: ["y"], verbs: ["get"], resourceNames: manyNames(n) }]),
  },
  {
    name: "pod update of tolerations",
    before: (n) => [json("POST", pods, pod({ tolerations: tolerations(n) }))],
    request: (n) => json("PUT", `${pods}/p`, pod({ tolerations: tolerations(n + 1) })),
  },
  {
    name: "pod conditions",
    before: () => [json("POST", pods, pod({}))],
    request: (n) => {
      const conditions = list(n, (index) => ({ type: `T${index}`, status: "True" }));
      return json("PATCH", `${pods}/p/status`, { status: { conditions } }, merge);
    },
  },
  {
    name: "statuses of a container with many requests",
    before: (n) => {
      const requests = map(n, (index) => [`example.com/r${index}`, "1"]);
      return [json("POST", pods, pod({ containers: [{ ...container, resources: { limits: requests, requests } }] }))];
    },
    request: (n) => {
      const containerStatuses = list(n, () => ({ name: container.name }));
      return json("PATCH", `${pods}/p/status`, { status: { containerStatuses } }, merge);
    },
  },
  {
    name: "indexes in the status of a job",
    before: () => [json("POST", jobs, indexedJob)],
    request: (n) => {
      const completedIndexes = list(n, (index) => 2 * index).join(",");
      const failedIndexes = list(n, (index) => 2 * index + 1).join(",");
      return json("PATCH", `${jobs}/j/status`, { status: { completedIndexes, failedIndexes } }, merge);
    },
  },
  {
    name: "pod label keys",
    request: (n) => {
      const labelSelector = { matchLabels: map(n, (index) => [`k${index}`, "v"]) };
      const keys = list(n, (index) => `k${index}`);
      const term = { topologyKey: "k", labelSelector, matchLabelKeys: keys, mismatchLabelKeys: keys };
      const podAffinity = { requiredDuringSchedulingIgnoredDuringExecution: [term] };
      return json("POST", pods, pod({ affinity: { podAffinity } }));
    },
  },
  {
    name: "quota scopes",
    growingResponse: "each wrong scope of kube-apiserver's answer lists all scopes",
    partsMax: 2000,
    request: (n) =>
      json("POST", `${core}/resourcequotas`, {
        metadata: { name: "q" },
        spec: { hard: { pods: "1" }, scopes: list(n, (index) => `S${index}`) },
      }),
  },
  {
    name: "equal quota scopes",
    request: (n) =>
      json("POST", `${core}/resourcequotas`, {
        metadata: { name: "q" },
        spec: { hard: { pods: "1" }, scopes: list(n, () => "BestEffort") },
      }),
  },
  {
    name: "a long quantity",
    request: (n) =>
      json("POST", pods, pod({ containers: [{ ...container, resources: { limits: { cpu: "1".repeat(n) } } }] })),
  },
  {
    name: "a long image",
    request: (n) => json("POST", pods, pod({ containers: [{ name: "c", image: "a/".repeat(n) }] })),
  },
  {
    name: "a long token",
    request: (n) => json("POST", "/apis/authentication.k8s.io/v1/tokenreviews", { spec: { token: "a.".repeat(n) } }),
  },
  {
    name: "a long address",
    request: (n) =>
      json("POST", `${core}/services`, {
        metadata: { name: "s" },
        spec: { clusterIP: "1:".repeat(n), ports: [{ port: 80 }] },
      }),
  },
];
