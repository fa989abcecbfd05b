// PodSecurity with several writers: labels that change while Pods are created, and webhooks that change Pods. A kube-apiserver enforces changed labels a
// moment later, and the labels of a new namespace at once.
import { beforeEach, expect, test } from "vitest";
import { valuesOf } from "../differential/run-case.ts";
import { sendRequest } from "../http.ts";
import { useServer } from "./server-suite.ts";
import { patching, startWebhookHost } from "./webhook-host.ts";
import { hold, patch, post, ruleFor, startWriters, tally, ways } from "./writers.ts";
import type { WriteResponse } from "./writers.ts";

const suite = useServer();
let pods: string;

beforeEach(() => {
  pods = `/api/v1/namespaces/${suite.namespace}/pods`;
});

const containers = [{ name: "c", image: "example.com/c:1" }];

function pod(name: string, spec: object = { hostPID: true }): object {
  return { metadata: { name }, spec: { containers, ...spec } };
}

function enforce(level: string): Parameters<typeof sendRequest>[1] {
  const labels = { "pod-security.kubernetes.io/enforce": level };
  return patch("merge", `/api/v1/namespaces/${suite.namespace}`, { metadata: { labels } });
}

/** Resolves once the server enforces the level. */
async function untilEnforced(level: "baseline" | "restricted"): Promise<void> {
  const violating = pod("probe", level === "baseline" ? { hostPID: true } : {});
  let last: unknown;
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const { status, body } = await sendRequest(suite.server.transport, post(`${pods}?dryRun=All`, violating));
    if (status === 403 && JSON.stringify(body).includes(`\\"${level}:latest\\"`)) return;
    last = body;
    await suite.server.clock.sleep(50);
  }
  throw new Error(`the level ${level} is not enforced: ${JSON.stringify(last)}`);
}

/** The names of the stored Pods, in order. */
async function storedPods(): Promise<readonly string[]> {
  const { body } = await sendRequest(suite.server.transport, { path: pods });
  return (body as { readonly items: readonly { readonly metadata: { readonly name: string } }[] }).items.map(
    ({ metadata }) => metadata.name,
  );
}

/** The number of Pods that the warnings about existing Pods count. */
function countedPods({ headers }: Pick<WriteResponse, "headers">): number {
  const [summary, pods] = valuesOf(headers, "warning");
  if (summary === undefined) return 0;
  expect(summary).toBe(
    `299 - "existing pods in namespace \\"${suite.namespace}\\" violate the new PodSecurity enforce level \\"baseline:latest\\""`,
  );
  const others = /^299 - "p\d+(?: \(and (\d+) other pods?\))?: host namespaces"$/u.exec(pods ?? "");
  expect(others).not.toBeNull();
  return Number(others?.[1] ?? 0) + 1;
}

test.for(ways)("Pods that are created while the level changes are stored or rejected, over %s", async (way) => {
  await using writers = await startWriters(suite.server, way);
  const creates = Array.from({ length: 40 }, (_, index) => post(pods, pod(`p${index}`)));

  const [before, [labeled, ...after]] = await Promise.all([
    writers.together(creates.slice(0, 20)),
    writers.together([enforce("baseline"), ...creates.slice(20)]),
  ]);

  expect(labeled?.status).toBe(200);
  const responses = [...before, ...after];
  const created = responses.filter(({ status }) => status === 201).map(({ body }) => body.metadata.name);
  const rejected = responses.filter(({ status }) => status !== 201);
  expect(new Set(rejected.map(({ status }) => status))).toEqual(new Set(rejected.length === 0 ? [] : [403]));
  expect(await storedPods()).toEqual(created.toSorted());
  // Pods that are stored after the dry run are not counted.
  expect(labeled && countedPods(labeled)).toBeLessThanOrEqual(created.length);
  await untilEnforced("baseline");
  expect(
    tally(await writers.together(creates.map(({ path = "", body }) => post(`${path}?dryRun=All`, body ?? {})))),
  ).toEqual({ 403: 40 });
});

test("the last of several writers of the label decides which Pods are rejected", async () => {
  await using writers = await startWriters(suite.server, "four HTTP/2 connections");

  const responses = await writers.together([enforce("baseline"), enforce("restricted"), enforce("baseline")]);

  expect(tally(responses)).toEqual({ 200: 3 });
  const { body } = await sendRequest(suite.server.transport, { path: `/api/v1/namespaces/${suite.namespace}` });
  const level = (body as WriteResponse["body"]).metadata.labels?.["pod-security.kubernetes.io/enforce"];
  await untilEnforced(level === "baseline" ? "baseline" : "restricted");
  expect((await writers.send(post(`${pods}?dryRun=All`, pod("p", {})))).status).toBe(level === "baseline" ? 201 : 403);
});

test("a rejected Pod with a generated name has that name in the message", async () => {
  await sendRequest(suite.server.transport, enforce("baseline"));
  await untilEnforced("baseline");

  const { status, body } = await sendRequest(
    suite.server.transport,
    post(pods, { metadata: { generateName: "g-" }, spec: { containers, hostPID: true } }),
  );

  expect(status).toBe(403);
  expect((body as WriteResponse["body"]).message).toMatch(
    /^pods "g-[a-z0-9]{5}" is forbidden: violates PodSecurity "baseline:latest": host namespaces \(hostPID=true\)$/u,
  );
});

test("a Pod is evaluated with the changes of mutating webhooks", async () => {
  await using host = await startWebhookHost(suite.server, suite.namespace);
  await using _ = await host.configure("mutating", [host.webhook("share", ruleFor("", "pods", ["CREATE"]))]);
  host.answer("/share", () => patching({ op: "add", path: "/spec/hostPID", value: true }));
  await sendRequest(suite.server.transport, enforce("baseline"));
  await untilEnforced("baseline");

  const { status, body } = await sendRequest(suite.server.transport, post(pods, pod("p", {})));

  expect(status).toBe(403);
  expect((body as WriteResponse["body"]).message).toContain("host namespaces (hostPID=true)");
});

test("a Pod that a validating webhook holds is stored if the level changes meanwhile", async () => {
  await using writers = await startWriters(suite.server, "four HTTP/2 connections");
  await using host = await startWebhookHost(suite.server, suite.namespace);
  await using _ = await host.configure("validating", [host.webhook("hold", ruleFor("", "pods", ["CREATE"]))]);
  const held = hold(host, "/hold");

  const creating = writers.send(post(pods, pod("p0")));
  await held.arrived;
  const labeled = await writers.send(enforce("baseline"));
  held.release();

  expect(countedPods(labeled)).toBe(0);
  expect((await creating).status).toBe(201);
  // A later change of the level counts the Pod.
  for (let counted = 0; counted !== 1;) {
    await writers.send(enforce("privileged"));
    counted = countedPods(await writers.send(enforce("baseline")));
  }
});
