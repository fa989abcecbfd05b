// A scaffolded operator on a real node: its end-to-end test passes, and the operator works in a Pod.
import { request } from "node:https";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Terminal } from "./terminal.ts";
import { startWidgetProject } from "./widget-project.ts";

const image = "example.com/shop:e2e";
const namespace = "shop-system";

let project: Terminal;

beforeAll(async () => {
  project = await startWidgetProject();
});

afterAll(() => project[Symbol.asyncDispose]());

test("make test-e2e of a scaffolded project passes", async () => {
  const output = await project.run("make", "test-e2e");

  expect(output).toMatch(/pass 4\n[\s\S]*fail 0\n/u);
});

test("the operator defaults, validates, converts and reconciles, serves its metrics to authorized readers, and is removed completely", async () => {
  await showsWhatItDoes();
  await project.run("make", "undeploy");

  expect(await traces()).toEqual([]);
});

test("the operator does the same when the real helm has deployed its chart", async () => {
  await project.run("make", "build-installer", `IMG=${image}`);
  await project.run("kubewright", "edit", "--plugins", "helm.kubewright.dev/v1");
  await project.run("make", "helm-deploy", `IMG=${image}`);

  await showsWhatItDoes();
  await project.run("make", "helm-uninstall");
  const definition = "customresourcedefinition.apiextensions.k8s.io/widgets.shop.example.com";

  expect(await traces()).toEqual([definition, `namespace/${namespace}`]);
  await project.kubectl("delete", definition, `namespace/${namespace}`);
});

async function showsWhatItDoes(): Promise<void> {
  const { kubectl, kubectlWith } = project;
  const widget = (version: string, name: string, spec: object) => ({
    apiVersion: `shop.example.com/${version}`,
    kind: "Widget",
    metadata: { name, namespace: "default" },
    spec,
  });
  const specOf = async (version: string, name: string): Promise<unknown> =>
    JSON.parse(await kubectl("get", `widgets.${version}.shop.example.com/${name}`, "--output=jsonpath={.spec}"));

  // A Pod may be ready for a second before kube-proxy routes to it, or for longer on a busy machine.
  const probe = () => kubectlWith("create", widget("v2", "probe", {}), "--dry-run=server", "--request-timeout=2s");
  await expect.poll(probe, { timeout: 60_000 }).toContain("created");
  await kubectlWith("create", widget("v2", "converted", { bar: "given" }));
  await kubectlWith("create", widget("v1", "defaulted", {}));
  await expect(kubectlWith("create", widget("v2", "refused", { bar: "odd" }))).rejects.toThrow("foo must be even");
  await kubectl("wait", "--for=condition=Available", "widgets/converted", "widgets/defaulted", "--timeout=30s");

  expect([await specOf("v1", "converted"), await specOf("v2", "converted")]).toEqual([
    { foo: "given" },
    { bar: "given" },
  ]);
  expect([await specOf("v1", "defaulted"), await specOf("v2", "defaulted")]).toEqual([
    { foo: "usual" },
    { bar: "usual" },
  ]);
  expect(await metricsStatuses()).toEqual([401, 403, 200]);
  expect(await missingRights()).toEqual([]);
  await kubectl("delete", "widgets", "--all", "--timeout=30s");
}

/** The responses to an anonymous user, to a user without the permission, and to a user with it. */
async function metricsStatuses(): Promise<readonly number[]> {
  const { kubectl } = project;
  await kubectl("create", "serviceaccount", "nobody", "--namespace=default");
  await kubectl("create", "serviceaccount", "scraper", "--namespace=default");
  await kubectl(
    "create",
    "clusterrolebinding",
    "scraper",
    "--clusterrole=shop-metrics-reader",
    "--serviceaccount=default:scraper",
  );
  const address = await kubectl(
    "get",
    "pods",
    `--namespace=${namespace}`,
    "--output=jsonpath={.items[0].status.podIP}",
  );
  const tokens = [undefined, await kubectl("create", "token", "nobody"), await kubectl("create", "token", "scraper")];
  const statuses = await Promise.all(tokens.map((token) => statusOf(`https://${address}:8443/metrics`, token)));
  await kubectl("delete", "clusterrolebinding/scraper", "serviceaccount/nobody", "serviceaccount/scraper");
  return statuses;
}

async function statusOf(url: string, token: string | undefined): Promise<number> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  // The operator has issued the certificate itself.
  request(url, { headers, rejectUnauthorized: false }, (response) => {
    resolve(response.statusCode ?? 0);
    response.resume();
  })
    .once("error", reject)
    .end();
  return promise;
}

/** The lines of the operator's log about missing permissions. */
async function missingRights(): Promise<readonly string[]> {
  const log = await project.kubectl("logs", "deployment/shop-controller-manager", `--namespace=${namespace}`);
  return log.split("\n").filter((line) => /forbidden/iu.test(line));
}

/** The names of the project's objects in the cluster. */
async function traces(): Promise<readonly string[]> {
  const kinds = [
    "customresourcedefinitions",
    "namespaces",
    "clusterroles",
    "clusterrolebindings",
    "mutatingwebhookconfigurations",
    "validatingwebhookconfigurations",
  ];
  const names = await project.kubectl("get", kinds.join(","), "--output=name");
  return names.split("\n").filter((name) => name.includes("shop"));
}
