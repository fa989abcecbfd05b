// PodSecurity with an admission configuration, and with more Pods than it evaluates: both servers give the same responses.
import type { AuditEvent, PodSecurityOptions } from "@kubewright/apiserver";
import type { Transport } from "@kubewright/transport";
import { afterAll, beforeAll, expect, test } from "vitest";
import { valuesOf } from "../differential/run-case.ts";
import { sendRequest } from "../http.ts";
import type { TestRequest } from "../http.ts";
import { startAuditedServers } from "./audited-servers.ts";
import type { AuditedServers } from "./audited-servers.ts";

const options: PodSecurityOptions = {
  defaults: { enforce: "baseline", "enforce-version": "v1.30", warn: "restricted", audit: "restricted" },
  exemptions: { usernames: ["jane"], namespaces: ["free", "other"], runtimeClasses: ["kata"] },
};

let servers: AuditedServers;

beforeAll(async () => {
  const kinds = { apiVersion: "pod-security.admission.config.k8s.io/v1", kind: "PodSecurityConfiguration" };
  servers = await startAuditedServers({
    embedded: { podSecurity: options, disableAdmissionPlugins: ["ServiceAccount"] },
    plugins: [{ name: "PodSecurity", configuration: { ...kinds, ...options } }],
  });
}, 120_000);

afterAll(() => servers[Symbol.asyncDispose]());

/** What a client sees of a response: the status, the message of a failure, and the warnings. */
async function seen(transport: Transport, request: TestRequest): Promise<unknown> {
  const { status, headers, body } = await sendRequest(transport, request);
  const { message } = body as { readonly message?: string };
  return { status, message, warnings: valuesOf(headers, "warning") };
}

const containers = [{ name: "c", image: "example.com/c:1" }];
const hostile = { containers, hostPID: true };
const asJane = { "impersonate-user": "jane", "impersonate-group": "system:masters" };

function labels(values: Readonly<Record<string, string>>): object {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [`pod-security.kubernetes.io/${key}`, value]));
}

function createNamespace(name: string, values: Readonly<Record<string, string>> = {}): TestRequest {
  return { method: "POST", path: "/api/v1/namespaces", body: { metadata: { name, labels: labels(values) } } };
}

function relabel(name: string, values: Readonly<Record<string, string>>): TestRequest {
  const headers = { "content-type": "application/merge-patch+json" };
  return {
    method: "PATCH",
    path: `/api/v1/namespaces/${name}`,
    headers,
    body: { metadata: { labels: labels(values) } },
  };
}

/** Tries to create a Pod, and an object with the same template. */
function tryBoth(
  namespace: string,
  spec: object,
  headers: Readonly<Record<string, string>> = {},
): readonly TestRequest[] {
  const create = (plural: string, body: object): TestRequest => ({
    method: "POST",
    path: `/api/v1/namespaces/${namespace}/${plural}?dryRun=All`,
    headers,
    body: { metadata: { name: "a" }, ...body },
  });
  return [create("pods", { spec }), create("podtemplates", { template: { spec } })];
}

test("defaults and exemptions have the same effect on both servers", async () => {
  const requests: readonly TestRequest[] = [
    createNamespace("plain"),
    ...tryBoth("plain", { containers }),
    ...tryBoth("plain", hostile),
    ...tryBoth("plain", hostile, asJane),
    { method: "POST", path: "/apis/node.k8s.io/v1/runtimeclasses", body: { metadata: { name: "kata" }, handler: "k" } },
    ...tryBoth("plain", { ...hostile, runtimeClassName: "kata" }),
    createNamespace("labeled", { enforce: "privileged" }),
    ...tryBoth("labeled", hostile),
    createNamespace("warned", { enforce: "restricted", "enforce-version": "v1.20" }),
    ...tryBoth("warned", { containers }),
    createNamespace("free", { enforce: "baseline", audit: "privileged" }),
    ...tryBoth("free", hostile),
    relabel("free", { enforce: "restricted", "audit-version": "v1.2" }),
    relabel("free", { enforce: "privileged" }),
    createNamespace("other", {
      enforce: "baseline",
      "enforce-version": "v1.30",
      warn: "restricted",
      audit: "restricted",
    }),
    relabel("other", { enforce: "wrong" }),
  ];

  const { embedded, real } = servers;
  for (const request of requests) expect(await seen(embedded, request)).toEqual(await seen(real, request));

  const [ours, theirs] = [await servers.eventsOf(embedded), await servers.eventsOf(real)];
  expect(theirs.filter(isDryRun)).toHaveLength(14);
  expect(ours.filter(isDryRun).map(comparedEvent)).toEqual(theirs.filter(isDryRun).map(comparedEvent));
});

function isDryRun({ requestURI }: AuditEvent): boolean {
  return requestURI.endsWith("?dryRun=All");
}

/** What the test compares of an event. */
function comparedEvent({
  requestURI,
  verb,
  user,
  impersonatedUser,
  objectRef,
  responseStatus,
  annotations,
}: AuditEvent): object {
  const ofPodSecurity = Object.entries(annotations ?? {}).filter(([key]) => key.startsWith("pod-security."));
  return {
    requestURI,
    verb,
    user: user.username,
    impersonatedUser: impersonatedUser?.username,
    objectRef,
    status: responseStatus,
    annotations: Object.fromEntries(ofPodSecurity),
  };
}

test("both servers evaluate at most 3,000 existing Pods when the level changes", async () => {
  const relabeled = async (transport: Transport): Promise<string> => {
    await sendRequest(transport, createNamespace("huge", { enforce: "privileged" }));
    const creates = Array.from({ length: 3_010 }, (_, index) => `p${index}`);
    await Promise.all(
      Array.from({ length: 32 }, async () => {
        for (let name = creates.pop(); name !== undefined; name = creates.pop()) {
          const body = { metadata: { name }, spec: hostile };
          await sendRequest(transport, { method: "POST", path: "/api/v1/namespaces/huge/pods", body });
        }
      }),
    );
    // A kube-apiserver reads Pods from a cache, which may lack the last ones for a moment.
    for (;;) {
      const { headers } = await sendRequest(transport, relabel("huge", { enforce: "baseline" }));
      await sendRequest(transport, relabel("huge", { enforce: "privileged" }));
      const text = valuesOf(headers, "warning").join("\n");
      if (text.includes(" 3010 existing pods")) return text.replace(/"p\d+ /u, '"POD ');
    }
  };

  const expected = await relabeled(servers.real);

  expect(expected).toContain("the first 3000 of 3010 existing pods");
  expect(await relabeled(servers.embedded)).toBe(expected);
}, 300_000);
