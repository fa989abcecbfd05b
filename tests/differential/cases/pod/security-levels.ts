/** PodSecurity: the levels, versions and modes that the labels of namespaces select. */
import { cases, get, patch, post, put, until } from "../../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../../case.ts";
import { podOf } from "./requests.ts";
import { baselineSpecs, image, restricted, restrictedSpecs, versionedSpecs } from "./security-level-specs.ts";

/** A kube-apiserver reads the labels of a namespace that has just been created from its store, so they apply immediately. */
const space = "{{namespace}}-s";
const namespaces = "/api/v1/namespaces";
const pods = `${namespaces}/${space}/pods`;

/** Responses without the object. */
const metadataOnly = { accept: "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1" };

type Labels = Readonly<Record<string, string>>;

function labels(values: Labels): Labels {
  return Object.fromEntries(
    Object.entries(values).map(([mode, value]) => [`pod-security.kubernetes.io/${mode}`, value]),
  );
}

function createNamespace(values: Labels, name = space): DifferentialRequest {
  return post(namespaces, { metadata: { name, labels: labels(values) } }, metadataOnly);
}

function relabel(values: Labels, name = space): DifferentialRequest {
  const request = patch("merge", `${namespaces}/${name}`, { metadata: { labels: labels(values) } });
  return { ...request, headers: { ...request.headers, ...metadataOnly } };
}

/**
 * Labels of the namespace, and a wait until the watch cache has them: a kube-apiserver may first evaluate the next change against the cached namespace, and
 * keeps the warnings of that attempt.
 */
function relabelled(values: Labels): readonly DifferentialRequest[] {
  const last = JSON.stringify(Object.fromEntries(Object.entries(labels(values)).slice(-1))).slice(1, -1);
  return [relabel(values), until(200, get(`${namespaces}/${space}?resourceVersion=0`, metadataOnly), last)];
}

/** Specs are tried and not stored. */
function tryPods(specs: readonly object[], path: string = pods): readonly DifferentialRequest[] {
  return specs.map((spec) =>
    post(`${path}?dryRun=All`, podOf({ containers: [{ name: "c", image }], ...spec }), metadataOnly),
  );
}

const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image }], hostPID: true } };
const jobTemplate = { ...template, spec: { ...template.spec, restartPolicy: "Never" } };
const selector = { matchLabels: { a: "b" } };

/** An object of each kind with a Pod template, by the path of its collection. */
const workloads: readonly (readonly [path: string, object: object])[] = [
  ["/api/v1/namespaces/N/podtemplates", { template }],
  ["/api/v1/namespaces/N/replicationcontrollers", { spec: { selector: { a: "b" }, template } }],
  ["/apis/apps/v1/namespaces/N/replicasets", { spec: { selector, template } }],
  ["/apis/apps/v1/namespaces/N/deployments", { spec: { selector, template } }],
  ["/apis/apps/v1/namespaces/N/statefulsets", { spec: { selector, serviceName: "s", template } }],
  ["/apis/apps/v1/namespaces/N/daemonsets", { spec: { selector, template } }],
  ["/apis/batch/v1/namespaces/N/jobs", { spec: { template: jobTemplate } }],
  [
    "/apis/batch/v1/namespaces/N/cronjobs",
    { spec: { schedule: "* * * * *", jobTemplate: { spec: { template: jobTemplate } } } },
  ],
];

function tryWorkloads(): readonly DifferentialRequest[] {
  return workloads.map(([path, object]) =>
    post(`${path.replace("N", space)}?dryRun=All`, { metadata: { name: "w" }, ...object }),
  );
}

const deployment = { metadata: { name: "d" }, spec: { selector, template } };
const deployments = `/apis/apps/v1/namespaces/${space}/deployments`;

/** A Pod that the level `baseline` rejects. */
const sharing = { containers: [{ name: "c", image, resources: { requests: { cpu: "1" } } }], hostPID: true };

/** Waits until a dry run of a stricter level warns about this Pod: a kube-apiserver sees Pods in its cache a moment after they were written. */
function untilWarnedOf(pod: string): DifferentialRequest {
  const request = relabel({ enforce: "restricted" });
  return until(200, { ...request, path: `${request.path}?dryRun=All` }, pod);
}

export const securityLevelCases: readonly DifferentialCase[] = cases("security-level", {
  baseline: [createNamespace({ enforce: "baseline" }), ...tryPods(baselineSpecs)],
  restricted: [createNamespace({ enforce: "restricted" }), ...tryPods(restrictedSpecs)],
  annotations: [
    createNamespace({ enforce: "baseline", "enforce-version": "v1.18" }),
    ...[
      { "container.apparmor.security.beta.kubernetes.io/c": "unconfined" },
      { "seccomp.security.alpha.kubernetes.io/pod": "unconfined" },
      {
        "seccomp.security.alpha.kubernetes.io/pod": "runtime/default",
        "container.seccomp.security.alpha.kubernetes.io/c": "unconfined",
        "container.seccomp.security.alpha.kubernetes.io/d": "localhost/a",
      },
      {
        "seccomp.security.alpha.kubernetes.io/pod": "unconfined",
        "container.seccomp.security.alpha.kubernetes.io/c": "unconfined",
        "container.apparmor.security.beta.kubernetes.io/c": "unconfined",
        "container.apparmor.security.beta.kubernetes.io/d": "unconfined",
      },
    ].map((annotations) => {
      const containers = ["c", "d"].map((name) => ({ name, image }));
      return post(`${pods}?dryRun=All`, podOf({ containers }, { annotations }), metadataOnly);
    }),
  ],
  versions: ["0", "8", "19", "22", "23", "25", "27", "29", "31", "32", "34", "35", "999"].flatMap((minor) => {
    const name = `${space}-${minor}`;
    return [
      createNamespace({ enforce: "restricted", "enforce-version": `v1.${minor}` }, name),
      ...tryPods(versionedSpecs, `${namespaces}/${name}/pods`),
    ];
  }),
  modes: [
    // A namespace without a label for warnings warns at the enforced level.
    createNamespace({ enforce: "baseline", "enforce-version": "v1.30" }),
    ...tryPods([{}, { hostPID: true }]),
    post(`${namespaces}/${space}/podtemplates?dryRun=All`, { metadata: { name: "w" }, template }, metadataOnly),
    createNamespace({ enforce: "baseline", warn: "restricted", "warn-version": "v1.7" }, `${space}-2`),
    ...tryPods([{}, { hostPID: true }, restricted], `${namespaces}/${space}-2/pods`),
    createNamespace({ enforce: "restricted", warn: "baseline" }, `${space}-3`),
    ...tryPods([{}], `${namespaces}/${space}-3/pods`),
    createNamespace({ enforce: "baseline", "warn-version": "v1.0" }, `${space}-4`),
    post(`${namespaces}/${space}-4/podtemplates?dryRun=All`, { metadata: { name: "w" }, template }, metadataOnly),
    createNamespace({ audit: "restricted", "enforce-version": "v1.0" }, `${space}-5`),
    ...tryPods([{}], `${namespaces}/${space}-5/pods`),
    createNamespace({ enforce: "privileged", warn: "baseline" }, `${space}-6`),
    ...tryPods([{ hostPID: true }], `${namespaces}/${space}-6/pods`),
  ],
  workloads: [
    createNamespace({ warn: "restricted" }),
    ...tryWorkloads(),
    post(deployments, deployment, metadataOnly),
    put(`${deployments}/d`, { ...deployment, spec: { ...deployment.spec, replicas: 2 } }, metadataOnly),
    patch("merge", `${deployments}/d`, { metadata: { labels: { a: "b" } } }),
    patch("merge", `${deployments}/d/status`, { status: { replicas: 1 } }),
    patch("merge", `${deployments}/d/scale`, { spec: { replicas: 3 } }),
    post(`/api/v1/namespaces/${space}/replicationcontrollers?dryRun=All`, { metadata: { name: "w" }, spec: {} }),
  ],
  applied: [
    createNamespace({ enforce: "baseline" }),
    {
      method: "PATCH",
      path: `${pods}/applied?fieldManager=m`,
      headers: { "content-type": "application/apply-patch+yaml" },
      body: {
        apiVersion: "v1",
        kind: "Pod",
        metadata: { name: "applied" },
        spec: { containers: [{ name: "c", image }], hostPID: true },
      },
    },
  ],
  labels: [
    createNamespace({ enforce: "Restricted" }),
    createNamespace({ enforce: "", "enforce-version": "1.30", audit: "a", "audit-version": "v1", warn: "b" }),
    createNamespace({ "warn-version": "v2.0" }),
    createNamespace({ "enforce-version": "v1.030" }),
    createNamespace({ "enforce-version": "v1.9223372036854775808" }),
    createNamespace({ "enforce-version": "v1.9223372036854775807", enforce: "baseline" }),
    ...tryPods([{ hostPID: true }]),
    relabel({ enforce: "c" }),
    relabel({ "warn-version": "Latest", audit: "d" }),
    put(`${namespaces}/${space}`, { metadata: { name: space, labels: labels({ warn: "e" }) } }),
    patch("merge", `${namespaces}/${space}/status`, { metadata: { labels: labels({ warn: "e" }) } }),
  ],
  "existing-pods": [
    createNamespace({}),
    ...[
      ["z", { hostPID: true }],
      ["b", { hostPID: true }],
      ["c", { hostIPC: true }],
      ["d", { hostNetwork: true, containers: [{ name: "c", image, securityContext: { privileged: true } }] }],
      ["good", restricted],
    ].map(([name, spec]) =>
      post(pods, podOf({ containers: [{ name: "c", image }], ...(spec as object) }, { name }), metadataOnly),
    ),
    untilWarnedOf("d: host namespaces"),
    ...relabelled({ enforce: "restricted" }),
    ...relabelled({ enforce: "baseline" }),
    ...relabelled({ enforce: "baseline", "enforce-version": "v1.30" }),
    ...relabelled({ enforce: "baseline", "enforce-version": "latest" }),
    ...relabelled({ enforce: "baseline", warn: "restricted" }),
    relabel({ enforce: "privileged" }),
  ],
  "pod-updates": [
    createNamespace({}),
    post(pods, podOf(sharing), metadataOnly),
    untilWarnedOf("p: host namespaces"),
    relabel({ enforce: "baseline" }),
    until(403, post(`${pods}?dryRun=All`, podOf(sharing))),
    patch("merge", `${pods}/p`, { metadata: { labels: { a: "b" } } }),
    patch("strategic", `${pods}/p`, { spec: { containers: [{ name: "c", image: "example.com/c:2" }] } }),
    patch("strategic", `${pods}/p`, { spec: { activeDeadlineSeconds: 5 } }),
    patch("strategic", `${pods}/p/status`, { status: { phase: "Running" } }),
    patch("strategic", `${pods}/p/resize`, {
      spec: { containers: [{ name: "c", resources: { requests: { cpu: "2" } } }] },
    }),
    patch("strategic", `${pods}/p/ephemeralcontainers`, { spec: { ephemeralContainers: [{ name: "e", image }] } }),
    post(`${pods}/p/binding`, { metadata: { name: "p" }, target: { kind: "Node", name: "n1" } }),
    post(`${pods}/p/eviction`, { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "p" } }),
  ],
  "ephemeral-containers": [
    createNamespace({ enforce: "baseline" }),
    post(pods, podOf({ containers: [{ name: "c", image }] }), metadataOnly),
    patch("strategic", `${pods}/p/ephemeralcontainers`, {
      spec: { ephemeralContainers: [{ name: "e", image, securityContext: { privileged: true } }] },
    }),
    patch("strategic", `${pods}/p/ephemeralcontainers`, { spec: { ephemeralContainers: [{ name: "f", image }] } }),
  ],
});
