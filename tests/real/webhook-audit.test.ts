// The annotations of webhooks in the audit log: both servers add the same.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createApiServer } from "@kubewright/apiserver";
import type { AuditEvent } from "@kubewright/apiserver";
import { createSystemClock, createSystemRandom } from "@kubewright/async";
import { startRealControlPlane } from "@kubewright/envtest";
import type { Transport } from "@kubewright/transport";
import { afterAll, beforeAll, expect, test } from "vitest";
import { patching, startWebhookHost } from "../contract/webhook-host.ts";
import type { Answering } from "../contract/webhook-host.ts";
import { post } from "../contract/writers.ts";
import { ask } from "../http.ts";

const clock = createSystemClock();
const random = createSystemRandom();
const resources = new AsyncDisposableStack();
const events: AuditEvent[] = [];
let auditLog: string;
let real: Transport;
let embedded: Transport;

beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-webhook-audit-"));
  resources.defer(() => rm(folder, { recursive: true }));
  const policyFile = path.join(folder, "policy.json");
  const policy = { apiVersion: "audit.k8s.io/v1", kind: "Policy", rules: [{ level: "Metadata" }] };
  await writeFile(policyFile, JSON.stringify(policy));
  auditLog = path.join(folder, "audit.log");
  const apiServerFlags = [`--audit-policy-file=${policyFile}`, `--audit-log-path=${auditLog}`];
  const controlPlane = await startRealControlPlane({ clock, random, apiServerFlags });
  real = resources.use(controlPlane).transport;
  const server = createApiServer({ onAuditEvent: (event) => void events.push(event) });
  embedded = resources.use(server).transport();
}, 120_000);

afterAll(async () => {
  await resources.disposeAsync();
});

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
  for (const transport of [embedded, real]) {
    const namespace = "default";
    const uniqueName = (prefix: string): string => prefix + name;
    await using host = await startWebhookHost({ transport, clock, random, uniqueName }, namespace);
    const webhooks = hooks.map(({ answering, more = {} }, index) => {
      if (answering !== undefined) host.answer(`/w${index}`, answering);
      return host.webhook(`w${index}`, more);
    });
    await using _ = await host.configure(type, webhooks, `audit-${name}`);
    const uri = `/api/v1/namespaces/${namespace}/configmaps?dryRun=All&fieldManager=${name}`;
    const { status } = await ask(transport, post(uri, { metadata: { name } }));
    const recorded = transport === embedded ? events : await loggedEvents();
    const { annotations = {} } = recorded.find(({ requestURI }) => requestURI === uri) ?? {};
    const added = Object.entries(annotations).filter(([key]) => key.includes("webhook.admission.k8s.io/"));
    shown.push({ status, annotations: Object.fromEntries(added) });
  }

  expect(shown[0]).toEqual(shown[1]);
  expect(JSON.stringify(shown[0])).toMatch(/"annotations":\{"/u);
});

async function loggedEvents(): Promise<readonly AuditEvent[]> {
  const lines = (await readFile(auditLog, "utf8")).trim().split("\n");
  return lines.map((line) => JSON.parse(line) as AuditEvent).filter(({ stage }) => stage === "ResponseComplete");
}
