// The plugins for Pods and namespaces, through requests.
import assert from "node:assert/strict";
import type { Pod } from "@kubewright/api/core/v1";
import { test } from "vitest";
import { startCluster } from "../../kinds/testdata/cluster.ts";
import { chosenPlugins } from "../default-plugins.ts";

const pods = "/api/v1/namespaces/default/pods";
const accounts = "/api/v1/namespaces/default/serviceaccounts";

function pod(spec: object = {}): object {
  return { metadata: { name: "p" }, spec: { containers: [{ name: "c", image: "i" }], ...spec } };
}

test("a Pod whose service account does not exist is rejected", async () => {
  const { status, message } = await startCluster({ disableAdmissionPlugins: [] }).send("POST", pods, pod());

  assert.equal(status, 403);
  assert.equal(
    message,
    'pods "p" is forbidden: error looking up service account default/default: serviceaccount "default" not found',
  );
});

test("a Pod gets the default service account, and the token in all of its containers", async () => {
  const cluster = startCluster({ disableAdmissionPlugins: [] });
  await cluster.sendOk("POST", accounts, { metadata: { name: "default" } });
  const { spec } = await cluster.sendOk<Pod>("POST", pods, pod({ initContainers: [{ name: "i", image: "i" }] }));
  const name = spec?.volumes?.[0]?.name;

  assert.equal(spec?.serviceAccountName, "default");
  assert.match(name ?? "", /^kube-api-access-[a-z0-9]{5}$/);
  const mount = { name, readOnly: true, mountPath: "/var/run/secrets/kubernetes.io/serviceaccount" };
  assert.deepEqual(
    [...(spec.containers ?? []), ...(spec.initContainers ?? [])].map((each) => each.volumeMounts),
    [[mount], [mount]],
  );
});

test.for([
  ["the Pod", {}, { automountServiceAccountToken: false }],
  ["its account", { automountServiceAccountToken: false }, {}],
] as const)("the token is not mounted if %s disables it", async ([, account, spec]) => {
  const cluster = startCluster({ disableAdmissionPlugins: [] });
  await cluster.sendOk("POST", accounts, { metadata: { name: "default" }, ...account });

  assert.equal((await cluster.sendOk<Pod>("POST", pods, pod(spec))).spec?.volumes, undefined);
});

test("a Pod has the priority of its class, of the default class, or 0", async () => {
  const cluster = startCluster();
  const classes = "/apis/scheduling.k8s.io/v1/priorityclasses";
  assert.equal((await cluster.sendOk<Pod>("POST", pods, pod())).spec?.priority, 0);
  await cluster.sendOk("DELETE", `${pods}/p`);

  await cluster.sendOk("POST", classes, { metadata: { name: "usual" }, value: 7, globalDefault: true });
  const usual = await cluster.sendOk<Pod>("POST", pods, pod());
  assert.deepEqual([usual.spec?.priority, usual.spec?.priorityClassName], [7, "usual"]);
  await cluster.sendOk("DELETE", `${pods}/p`);

  const important = await cluster.sendOk<Pod>("POST", pods, pod({ priorityClassName: "system-node-critical" }));
  assert.equal(important.spec?.priority, 2_000_001_000);
});

test("a create in a missing namespace is rejected", async () => {
  const { status, message } = await startCluster().send("POST", "/api/v1/namespaces/nowhere/pods", pod());

  assert.equal(status, 404);
  assert.equal(message, 'namespaces "nowhere" not found');
});

test("chosenPlugins() leaves out disabled plugins unless they are also enabled, and rejects unknown names", () => {
  const names = chosenPlugins({ disable: ["Priority", "ServiceAccount"], enable: ["Priority"] }, []).map(
    ({ name }) => name,
  );

  assert.equal(names.includes("Priority"), true);
  assert.equal(names.includes("ServiceAccount"), false);
  assert.throws(() => chosenPlugins({ disable: ["Nope"] }, []), RangeError);
});
