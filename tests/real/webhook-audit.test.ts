// Both servers add the same audit annotations for webhooks.
import { createSystemClock, createSystemRandom } from "@kubewright/async";
import { afterAll, beforeAll, expect, test } from "vitest";
import { patching, startWebhookHost } from "../contract/webhook-host.ts";
import type { Answering } from "../contract/webhook-host.ts";
import { post } from "../contract/writers.ts";
import { sendRequest } from "../http.ts";
import { startAuditedServers } from "./audited-servers.ts";
import type { AuditedServers } from "./audited-servers.ts";

let servers: AuditedServers;

beforeAll(async () => {
  servers = await startAuditedServers();
}, 120_000);

afterAll(() => servers[Symbol.asyncDispose]());

const label = patching({ op: "add", path: "/metadata/labels", value: { changed: "yes" } });
const unchanged = patching({ op: "add", path: "/metadata/name", value: "unchanged" });
const denies: Answering = () => ({ allowed: false });
const fails: Answering = () => ({ raw: { status: 500, type: "text/plain", body: "busy" } });

interface Hook {
  readonly answering?: Answering;
  readonly more?: object;
}

test.each<{ readonly name: string; readonly type: "mutating" | "validating"; readonly hooks: readonly Hook[] }>([
  { name: "unchanged", type: "mutating", hooks: [{}, { answering: () => unchanged }] },
  {
    name: "changed",
    type: "mutating",
    hooks: [
      { more: { reinvocationPolicy: "IfNeeded" } },
      { more: { objectSelector: { matchLabels: { absent: "" } } } },
      { answering: () => label },
    ],
  },
  { name: "denied", type: "mutating", hooks: [{ answering: denies }, {}] },
  { name: "failed-open", type: "mutating", hooks: [{}, { answering: fails, more: { failurePolicy: "Ignore" } }, {}] },
  { name: "failed-closed", type: "mutating", hooks: [{ answering: fails }] },
  {
    name: "validated",
    type: "validating",
    hooks: [
      { more: { objectSelector: { matchLabels: { absent: "" } } } },
      {},
      { answering: fails, more: { failurePolicy: "Ignore" } },
    ],
  },
])("$type webhooks add the same annotations on both servers: $name", async ({ name, type, hooks }) => {
  const shown: unknown[] = [];
  for (const transport of [servers.embedded, servers.real]) {
    const namespace = "default";
    const uniqueName = (prefix: string): string => prefix + name;
    const [clock, random] = [createSystemClock(), createSystemRandom()];
    await using host = await startWebhookHost({ transport, clock, random, uniqueName }, namespace);
    const webhooks = hooks.map(({ answering, more = {} }, index) => {
      if (answering !== undefined) host.answer(`/w${index}`, answering);
      return host.webhook(`w${index}`, more);
    });
    await using _ = await host.configure(type, webhooks, `audit-${name}`);
    const uri = `/api/v1/namespaces/${namespace}/configmaps?dryRun=All&fieldManager=${name}`;
    const { status } = await sendRequest(transport, post(uri, { metadata: { name } }));
    const recorded = await servers.eventsOf(transport);
    const { annotations = {} } = recorded.find(({ requestURI }) => requestURI === uri) ?? {};
    const added = Object.entries(annotations).filter(([key]) => key.includes("webhook.admission.k8s.io/"));
    shown.push({ status, annotations: Object.fromEntries(added) });
  }

  expect(shown[0]).toEqual(shown[1]);
  expect(JSON.stringify(shown[0])).toMatch(/"annotations":\{"/u);
});
