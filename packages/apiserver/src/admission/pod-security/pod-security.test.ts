// PodSecurity through requests: options, exemptions, and stored labels that it would reject.
import assert from "node:assert/strict";
import { test } from "vitest";
import type { ApiServerOptions } from "../../api-server.ts";
import { readText } from "@kubewright/transport";
import { mergePatch, startCluster } from "../../kinds/testdata/cluster.ts";
import type { TestResponse, Cluster } from "../../kinds/testdata/cluster.ts";
import { createBusyClock } from "../../testdata/busy-clock.ts";
import { isPodSecurityOptionError } from "./errors.ts";

const pods = "/api/v1/namespaces/default/pods";
const hostile = { containers: [{ name: "c", image: "i" }], hostPID: true };
const violation = "host namespaces (hostPID=true)";

function pod(spec: object = hostile): object {
  return { metadata: { name: "p" }, spec };
}

function template(spec: object = hostile): object {
  return { metadata: { name: "t" }, template: { spec } };
}

function labels(values: Readonly<Record<string, string>>): object {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [`pod-security.kubernetes.io/${key}`, value]));
}

function relabel(cluster: Cluster, values: Readonly<Record<string, string>>, name = "default"): Promise<TestResponse> {
  return cluster.send("PATCH", `/api/v1/namespaces/${name}`, { metadata: { labels: labels(values) } }, mergePatch);
}

const enforced: ApiServerOptions = { podSecurity: { defaults: { enforce: "baseline", "enforce-version": "v1.30" } } };

test("the default policy applies to namespaces without labels", async () => {
  const cluster = startCluster(enforced);

  const { status, message } = await cluster.send("POST", pods, pod());

  assert.equal(status, 403);
  assert.equal(message, `pods "p" is forbidden: violates PodSecurity "baseline:v1.30": ${violation}`);
  await relabel(cluster, { enforce: "privileged" });
  assert.equal((await cluster.send("POST", pods, pod())).status, 201);
});

test("by default all Pods are admitted, and nothing is rejected if the plugin is disabled", async () => {
  assert.equal((await startCluster().send("POST", pods, pod())).status, 201);
  const disabled = startCluster({ ...enforced, disableAdmissionPlugins: ["ServiceAccount", "PodSecurity"] });
  assert.equal((await disabled.send("POST", pods, pod())).status, 201);
});

test("exempt namespaces, users and runtime classes are not evaluated", async () => {
  const defaults = { enforce: "baseline", warn: "baseline" };
  const exempt = (exemptions: object): Cluster => startCluster({ podSecurity: { defaults, exemptions } });
  const templates = "/api/v1/namespaces/default/podtemplates";

  for (const cluster of [exempt({ namespaces: ["default"] }), exempt({ usernames: ["admin"] })]) {
    const responses = [await cluster.send("POST", pods, pod()), await cluster.send("POST", templates, template())];
    assert.deepEqual(
      responses.map(({ status, warnings }) => [status, warnings]),
      [
        [201, []],
        [201, []],
      ],
    );
  }
  const cluster = exempt({ runtimeClasses: ["kata"] });
  await cluster.sendOk("POST", "/apis/node.k8s.io/v1/runtimeclasses", { metadata: { name: "kata" }, handler: "kata" });
  const spec = { ...hostile, runtimeClassName: "kata" };
  assert.equal((await cluster.send("POST", pods, pod(spec))).status, 201);
  assert.deepEqual((await cluster.send("POST", templates, template(spec))).warnings, []);
  assert.deepEqual((await cluster.send("POST", `${templates}?dryRun=All`, template())).warnings, [
    `would violate PodSecurity \\"baseline:latest\\": ${violation}`,
  ]);
});

test("an exempt user is the one that the request impersonates", async () => {
  const { server } = startCluster({
    ...enforced,
    podSecurity: { ...enforced.podSecurity, exemptions: { usernames: ["jane"] } },
  });
  const send = async (headers: Record<string, string>): Promise<number> => {
    const body = JSON.stringify(pod());
    const response = await server.transport().request({ method: "POST", path: `${pods}?dryRun=All`, headers, body });
    await readText(response);
    return response.status;
  };

  assert.equal(await send({}), 403);
  assert.equal(await send({ "impersonate-user": "jane", "impersonate-group": "system:masters" }), 201);
});

test("labels of an exempt namespace lead to a warning, unless they change nothing", async () => {
  const cluster = startCluster({ podSecurity: { exemptions: { namespaces: ["free"] } } });
  const create = { metadata: { name: "free", labels: labels({ enforce: "baseline", audit: "privileged" }) } };
  const warning = (policy: string): string =>
    `namespace \\"free\\" is exempt from Pod Security, and the policy (${policy}) will be ignored`;

  const created = await cluster.send("POST", "/api/v1/namespaces", create);

  assert.deepEqual(created.warnings, [warning("enforce=baseline:latest")]);
  const relabeled = await relabel(
    cluster,
    { enforce: "restricted", warn: "baseline", "audit-version": "v1.2" },
    "free",
  );
  assert.deepEqual(relabeled.warnings, [warning("enforce=restricted:latest, warn=baseline:latest")]);
  assert.deepEqual((await relabel(cluster, { enforce: "privileged" }, "free")).warnings, []);
});

test("a label with a bad value that was stored without the plugin is enforced as restricted, and rejects no other update", async () => {
  const before = startCluster({ disableAdmissionPlugins: ["ServiceAccount", "PodSecurity"] });
  assert.equal((await relabel(before, { enforce: "none", "warn-version": "x" })).status, 200);
  const cluster = withPlugin(before);

  const rejected = await cluster("POST", pods, pod({ containers: [{ name: "c", image: "i" }] }));
  assert.equal(rejected.status, 403);
  assert.match(
    rejected.message,
    /^pods "p" is forbidden: violates PodSecurity "restricted:latest": allowPrivilegeEscalation/,
  );
  const space = "/api/v1/namespaces/default";
  assert.equal((await cluster("PATCH", space, { metadata: { labels: { a: "b" } } })).status, 200);
  const other = await cluster("PATCH", space, { metadata: { labels: labels({ "warn-version": "y" }) } });
  assert.equal(other.status, 422);
  assert.equal(
    other.message,
    'Namespace "default" is invalid: [metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: "none": must be one of ' +
      "privileged, baseline, restricted, metadata.labels[pod-security.kubernetes.io/warn-version]: Invalid value: " +
      '"y": must be "latest" or "v1.x"]',
  );
});

/** Sends requests to a fork of the cluster's server that has the plugin. Patches are merge patches. */
function withPlugin({
  server,
}: Cluster): (
  method: string,
  path: string,
  body: object,
) => Promise<{ readonly status: number; readonly message: string }> {
  const transport = server.fork({ disableAdmissionPlugins: ["ServiceAccount"] }).transport();
  return async (method, path, body) => {
    const headers = { "content-type": method === "PATCH" ? mergePatch : "application/json" };
    const response = await transport.request({ method, path, headers, body: JSON.stringify(body) });
    const { message = "" } = JSON.parse(await readText(response)) as { readonly message?: string };
    return { status: response.status, message };
  };
}

test.for([
  [
    { defaults: { enforce: "none" } },
    'defaults.enforce: Invalid value: "none": must be one of privileged, baseline, restricted',
  ],
  [
    { defaults: { "warn-version": "1.30" } },
    'defaults.warn-version: Invalid value: "1.30": must be "latest" or "v1.x"',
  ],
  [{ exemptions: { usernames: ["a", "a"] } }, 'exemptions.usernames[1]: Duplicate value: "a"'],
  [{ exemptions: { usernames: [""] } }, 'exemptions.usernames[0]: Invalid value: "": username must not be empty'],
  [
    { exemptions: { namespaces: ["A"] } },
    'exemptions.namespaces[0]: Invalid value: "A": a lowercase RFC 1123 label must consist of',
  ],
  [
    { exemptions: { runtimeClasses: ["A"] } },
    'exemptions.runtimeClasses[0]: Invalid value: "A": a lowercase RFC 1123 subdomain must consist of',
  ],
] as const)("options with bad values are rejected: %o", ([podSecurity, text]) => {
  assert.throws(
    () => startCluster({ podSecurity }),
    (error) => isPodSecurityOptionError(error) && error.message.startsWith(`Cannot use "podSecurity": ${text}`),
  );
});

test("the dry run of existing Pods pauses, so that the server answers other requests", async () => {
  const clock = createBusyClock();
  const cluster = startCluster({ clock });
  for (let index = 0; index < 100; index++) {
    await cluster.sendOk("POST", pods, { ...pod(), metadata: { name: `p-${index}` } });
  }
  clock.readingMs = 1;

  const relabeling = relabel(cluster, { enforce: "baseline" });
  const { status } = await cluster.send("GET", `${pods}/p-1`);
  const turnsBeforeRead = clock.turns;
  const { warnings } = await relabeling;

  assert.equal(status, 200);
  assert.ok(turnsBeforeRead < clock.turns && clock.turns > 10, `${turnsBeforeRead} of ${clock.turns} turns`);
  assert.deepEqual(warnings, [
    'existing pods in namespace \\"default\\" violate the new PodSecurity enforce level \\"baseline:latest\\"',
    "p-0 (and 99 other pods): host namespaces",
  ]);
});
