/** Objects of built-in kinds with long lists and maps: each list with items that differ, and with equal items. */
import type { GrowingInput } from "../input.ts";
import { core, json, list } from "../input.ts";

type Value = string | number | boolean | readonly Value[] | { readonly [field: string]: Value };

/** A kind: the path of its collection, a valid object, and its lists. `#` in an item is its number; a map has one entry with `#` in its key. */
interface Kind {
  readonly path: string;
  readonly object: Value;
  readonly lists: Readonly<Record<string, Value>>;
}

const namespaced = (group: string): string => `/apis/${group}/namespaces/default`;
const container = { name: "c", image: "x" };
const template = { metadata: { labels: { a: "b" } }, spec: { containers: [container] } };
const ending = { spec: { containers: [container], restartPolicy: "Never" } };
const many = { name: "c#", image: "x" };
const term = { matchExpressions: [{ key: "k#", operator: "In", values: ["a"] }] };
const mount = { name: "v#", mountPath: "/m#" };
const external = { metric: { name: "m#" }, target: { type: "Value", value: "1" } };
const rule = { apiGroups: ["x"], apiVersions: ["v1"], resources: ["r#"], operations: ["CREATE"] };
const webhook = {
  name: "w#.example.com",
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
  clientConfig: { url: "https://example.com" },
};

const kinds: Readonly<Record<string, Kind>> = {
  pod: {
    path: `${core}/pods`,
    object: { metadata: { name: "p" }, spec: { containers: [container], volumes: [] } },
    lists: {
      "spec.containers": { name: "c#", image: "x", resources: { requests: { cpu: "1" }, limits: { cpu: "2" } } },
      "spec.initContainers": { name: "i#", image: "x" },
      "spec.containers.0.env": { name: "E#", value: "v" },
      "spec.containers.0.envFrom": { prefix: "E#", configMapRef: { name: "a" } },
      "spec.containers.0.ports": { name: "p#", containerPort: 80, hostPort: 80 },
      "spec.containers.0.args": "a#",
      "spec.containers.0.resources.limits": { "example.com/r#": "1" },
      "spec.containers.0.resources.requests": { "r#": "1" },
      "spec.containers.0.resources.claims": { name: "c#" },
      "spec.containers.0.securityContext.capabilities.add": "C#",
      "spec.containers.0.volumeMounts": mount,
      "spec.containers.0.volumeDevices": { name: "v#", devicePath: "/m#" },
      "spec.containers.0.livenessProbe.httpGet.httpHeaders": { name: "H#", value: "v" },
      "spec.volumes": { name: "v#", emptyDir: {} },
      "spec.volumes.0.projected.sources": { configMap: { name: "c#", items: [{ key: "k", path: "p#" }] } },
      "spec.volumes.0.configMap.items": { key: "k#", path: "p#" },
      "spec.volumes.0.downwardAPI.items": { path: "p#", fieldRef: { fieldPath: "metadata.name" } },
      "spec.tolerations": { key: "k#", operator: "Exists" },
      "spec.nodeSelector": { "k#": "v" },
      "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms": term,
      "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution": {
        topologyKey: "k#",
        labelSelector: {},
        matchLabelKeys: ["a#"],
        mismatchLabelKeys: ["b#"],
      },
      "spec.topologySpreadConstraints": { topologyKey: "k#", maxSkew: 1, whenUnsatisfiable: "DoNotSchedule" },
      "spec.hostAliases": { ip: "10.0.0.1", hostnames: ["h#"] },
      "spec.imagePullSecrets": { name: "s#" },
      "spec.readinessGates": { conditionType: "example.com/c#" },
      "spec.schedulingGates": { name: "example.com/c#" },
      "spec.securityContext.sysctls": { name: "kernel.a#", value: "1" },
      "spec.resourceClaims": { name: "c#", resourceClaimName: "a" },
      "spec.dnsConfig.options": { name: "o#" },
      "spec.dnsConfig.searches": "s#.example.com",
    },
  },
  deployment: {
    path: `${namespaced("apps/v1")}/deployments`,
    object: { metadata: { name: "d" }, spec: { selector: { matchLabels: { a: "b" } }, template } },
    lists: {
      "spec.template.spec.containers": many,
      "spec.selector.matchExpressions": { key: "k#", operator: "In", values: ["a"] },
    },
  },
  job: {
    path: `${namespaced("batch/v1")}/jobs`,
    object: { metadata: { name: "j" }, spec: { template: ending } },
    lists: {
      "spec.template.spec.containers": many,
      "spec.podFailurePolicy.rules": { action: "Ignore", onExitCodes: { operator: "In", values: [1] } },
    },
  },
  "cron job": {
    path: `${namespaced("batch/v1")}/cronjobs`,
    object: {
      metadata: { name: "j" },
      spec: { schedule: "0 * * * *", jobTemplate: { spec: { template: ending } } },
    },
    lists: { "spec.jobTemplate.spec.template.spec.containers": many },
  },
  "stateful set": {
    path: `${namespaced("apps/v1")}/statefulsets`,
    object: { metadata: { name: "s" }, spec: { selector: { matchLabels: { a: "b" } }, template } },
    lists: { "spec.template.spec.containers": many },
  },
  "daemon set": {
    path: `${namespaced("apps/v1")}/daemonsets`,
    object: { metadata: { name: "s" }, spec: { selector: { matchLabels: { a: "b" } }, template } },
    lists: { "spec.template.spec.containers": many },
  },
  "replication controller": {
    path: `${core}/replicationcontrollers`,
    object: { metadata: { name: "s" }, spec: { selector: { a: "b" }, template } },
    lists: { "spec.template.spec.containers": many },
  },
  "pod template": {
    path: `${core}/podtemplates`,
    object: { metadata: { name: "s" }, template },
    lists: { "template.spec.containers": many },
  },
  service: {
    path: `${core}/services`,
    object: { metadata: { name: "s" }, spec: { ports: [{ port: 80 }] } },
    lists: {
      "spec.ports": { name: "p#", port: 80 },
      "spec.externalIPs": "10.1.1.1",
      "spec.loadBalancerSourceRanges": "10.1.1.0/24",
      "spec.selector": { "k#": "v" },
    },
  },
  endpoints: {
    path: `${core}/endpoints`,
    object: { metadata: { name: "s" }, subsets: [{ addresses: [], ports: [{ port: 80 }] }] },
    lists: {
      subsets: { addresses: [{ ip: "10.1.1.1" }], ports: [{ port: 80 }] },
      "subsets.0.addresses": { ip: "10.1.1.1", hostname: "h#" },
      "subsets.0.ports": { name: "p#", port: 80 },
    },
  },
  "endpoint slice": {
    path: `${namespaced("discovery.k8s.io/v1")}/endpointslices`,
    object: { metadata: { name: "s" }, addressType: "IPv4", endpoints: [], ports: [] },
    lists: { endpoints: { addresses: ["10.1.1.1"], hostname: "h#" }, ports: { name: "p#", port: 80 } },
  },
  "cluster role": {
    path: "/apis/rbac.authorization.k8s.io/v1/clusterroles",
    object: { metadata: { name: "r" }, rules: [{ apiGroups: ["x"], resources: ["y"], verbs: ["get"] }] },
    lists: {
      rules: { apiGroups: ["x"], resources: ["r#"], verbs: ["get"] },
      "rules.0.resourceNames": "n#",
      "aggregationRule.clusterRoleSelectors": { matchLabels: { a: "v#" } },
    },
  },
  secret: {
    path: `${core}/secrets`,
    object: { metadata: { name: "s" } },
    lists: { data: { "k#": "YQ==" }, stringData: { "k#": "a" } },
  },
  "network policy": {
    path: `${namespaced("networking.k8s.io/v1")}/networkpolicies`,
    object: { metadata: { name: "s" }, spec: { podSelector: {} } },
    lists: {
      "spec.ingress": { from: [{ ipBlock: { cidr: "10.0.0.0/8", except: ["10.1.0.0/16"] } }] },
      "spec.egress.0.ports": { port: 80 },
      "spec.egress.0.to": { podSelector: { matchLabels: { a: "v#" } } },
    },
  },
  ingress: {
    path: `${namespaced("networking.k8s.io/v1")}/ingresses`,
    object: {
      metadata: { name: "s" },
      spec: { defaultBackend: { service: { name: "a", port: { number: 80 } } } },
    },
    lists: { "spec.rules": { host: "h#.example.com" }, "spec.tls.0.hosts": "h#.example.com" },
  },
  autoscaler: {
    path: `${namespaced("autoscaling/v2")}/horizontalpodautoscalers`,
    object: { metadata: { name: "s" }, spec: { maxReplicas: 3, scaleTargetRef: { kind: "Deployment", name: "d" } } },
    lists: {
      "spec.metrics": { type: "External", external },
      "spec.behavior.scaleUp.policies": { type: "Pods", value: 1, periodSeconds: 1 },
    },
  },
  "webhook configuration": {
    path: "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
    object: { metadata: { name: "w" }, webhooks: [{ ...webhook, name: "w.example.com", rules: [rule] }] },
    lists: { webhooks: webhook, "webhooks.0.rules": rule, "webhooks.0.rules.0.resources": "r#/status" },
  },
  policy: {
    path: "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies",
    object: {
      metadata: { name: "w" },
      spec: { matchConstraints: { resourceRules: [rule] }, validations: [{ expression: "true" }] },
    },
    lists: { "spec.matchConstraints.resourceRules": rule },
  },
  "flow schema": {
    path: "/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas",
    object: { metadata: { name: "w" }, spec: { priorityLevelConfiguration: { name: "a" } } },
    lists: {
      "spec.rules": {
        subjects: [{ kind: "User", user: { name: "u#" } }],
        resourceRules: [{ verbs: ["get"], apiGroups: ["x"], resources: ["y"], namespaces: ["*"] }],
      },
    },
  },
  quota: {
    path: `${core}/resourcequotas`,
    object: { metadata: { name: "q" }, spec: { hard: { pods: "1" } } },
    lists: {
      "spec.hard": { "example.com/r#": "1" },
      "spec.scopeSelector.matchExpressions": { scopeName: "PriorityClass", operator: "In", values: ["a#"] },
    },
  },
  "limit range": {
    path: `${core}/limitranges`,
    object: { metadata: { name: "q" }, spec: { limits: [{ type: "Container" }] } },
    lists: {
      "spec.limits": { type: "Container", max: { cpu: "1" } },
      "spec.limits.0.max": { "example.com/r#": "1" },
    },
  },
  node: {
    path: "/api/v1/nodes",
    object: { metadata: { name: "n" } },
    lists: {
      "spec.taints": { key: "k#", effect: "NoSchedule" },
      "spec.podCIDRs": "10.1.1.0/24",
      "status.addresses": { type: "Hostname", address: "a#" },
    },
  },
  "storage class": {
    path: "/apis/storage.k8s.io/v1/storageclasses",
    object: { metadata: { name: "q" }, provisioner: "a.b/c" },
    lists: {
      parameters: { "k#": "v" },
      allowedTopologies: { matchLabelExpressions: [{ key: "a", values: ["v#"] }] },
    },
  },
  "access review": {
    path: "/apis/authorization.k8s.io/v1/subjectaccessreviews",
    object: { spec: { user: "u", resourceAttributes: { verb: "get", resource: "pods" } } },
    lists: { "spec.groups": "g#", "spec.extra": { "k#": ["a"] } },
  },
};

/** The value with `items` at a path; numbers in the path are indexes. */
function withItems(value: Value | undefined, path: readonly string[], items: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return items;
  if (/^\d+$/u.test(step)) {
    const [first, ...others] = Array.isArray(value) ? (value as readonly Value[]) : [];
    return [withItems(first ?? { name: "v" }, rest, items), ...others];
  }
  const fields = typeof value === "object" && !Array.isArray(value) ? (value as Readonly<Record<string, Value>>) : {};
  return { ...fields, [step]: withItems(fields[step], rest, items) };
}

function numbered(item: Value, index: number | string): unknown {
  return JSON.parse(JSON.stringify(item).replaceAll("#", String(index)));
}

/** The items as a list; those of a map as one object. */
function itemsOf(item: Value, n: number, index: (at: number) => number | string): unknown {
  const items = list(n, (at) => numbered(item, index(at)));
  const isMap = typeof item === "object" && Object.keys(item).some((key) => key.includes("#"));
  return isMap ? Object.fromEntries((items as readonly object[]).flatMap((each) => Object.entries(each))) : items;
}

export const kindInputs: readonly GrowingInput[] = Object.entries(kinds).flatMap(([name, { path, object, lists }]) =>
  Object.entries(lists).flatMap(([place, item]): readonly GrowingInput[] => {
    const input = (index: (at: number) => number | string) => (n: number) =>
      json("POST", path, withItems(object, place.split("."), itemsOf(item, n, index)));
    const differing = { name: `${name} ${place}`, request: input((at) => at) };
    const isMap = typeof item === "object" && Object.keys(item).some((key) => key.includes("#"));
    return isMap ? [differing] : [differing, { name: `${name} ${place}, equal`, request: input(() => "x") }];
  }),
);
