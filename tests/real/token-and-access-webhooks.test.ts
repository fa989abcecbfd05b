// Authentication and authorization webhooks with a kube-apiserver that calls them: TokenReview in v1, SubjectAccessReview in v1beta1, which is its default.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createSystemClock, createSystemRandom, spawn } from "@kubewright/async";
import { createCertificateAuthority } from "@kubewright/certificates";
import { startRealControlPlane } from "@kubewright/envtest";
import { createSocketTransport } from "@kubewright/transport";
import { allow, authenticated, createWebhookServer, deny, noOpinion, unauthenticated } from "@kubewright/webhook";
import type { AuthenticationWebhook, AuthorizationWebhook } from "@kubewright/webhook";
import { expect, onTestFinished, test } from "vitest";
import { sendRequest } from "../http.ts";

const tools = { clock: createSystemClock(), random: createSystemRandom() };

const authenticate: AuthenticationWebhook = ({ token, audiences }) =>
  token === "token-of-ann"
    ? authenticated(
        { username: "ann", uid: "7", groups: ["cooks"], extra: { "example.com/team": ["red"] } },
        { audiences },
      )
    : unauthenticated("unknown token");

const authorize: AuthorizationWebhook = ({ user, groups, resourceAttributes, nonResourceAttributes }) => {
  if (user !== "ann" || !groups.includes("cooks")) return noOpinion();
  if (nonResourceAttributes) return nonResourceAttributes.path === "/metrics" ? allow() : noOpinion();
  if (resourceAttributes?.resource === "configmaps" && resourceAttributes.verb === "list") return allow("recipes");
  return resourceAttributes?.resource === "secrets" ? deny("cooks have no secrets") : noOpinion("ask the chef");
};

test("kube-apiserver authenticates tokens and authorizes requests by webhooks", async () => {
  const webhooks = await serveWebhooks();
  await using plane = await startRealControlPlane({
    ...tools,
    apiServerFlags: [
      `--authentication-token-webhook-config-file=${await webhooks.kubeconfig("/token")}`,
      "--authentication-token-webhook-version=v1",
      "--authorization-mode=Webhook",
      `--authorization-webhook-config-file=${await webhooks.kubeconfig("/authorize")}`,
    ],
  });
  const transportOf = (token: string): ReturnType<typeof createSocketTransport> =>
    createSocketTransport({
      server: plane.server,
      tls: { ca: plane.caCertificate },
      credentials: () => ({ authorization: `Bearer ${token}` }),
    });
  await using ann = transportOf("token-of-ann");
  await using stranger = transportOf("token-of-nobody");
  const message = (resource: string, reason: string): string =>
    `${resource} is forbidden: User "ann" cannot list resource "${resource}" in API group "" in the namespace "default": ${reason}`;

  const self = await sendRequest(ann, {
    method: "POST",
    path: "/apis/authentication.k8s.io/v1/selfsubjectreviews",
    body: { kind: "SelfSubjectReview", apiVersion: "authentication.k8s.io/v1" },
  });
  const list = async (resource: string): Promise<unknown> => {
    const { status, body } = await sendRequest(ann, { method: "GET", path: `/api/v1/namespaces/default/${resource}` });
    return status === 200 ? status : (body as { message: string }).message;
  };

  expect(self.body).toMatchObject({
    status: {
      userInfo: {
        username: "ann",
        uid: "7",
        groups: ["cooks", "system:authenticated"],
        extra: { "example.com/team": ["red"] },
      },
    },
  });
  expect(await list("configmaps")).toBe(200);
  expect(await list("secrets")).toBe(message("secrets", "cooks have no secrets"));
  expect(await list("pods")).toBe(message("pods", "ask the chef"));
  expect((await ann.request({ method: "GET", path: "/metrics" })).status).toBe(200);
  expect((await stranger.request({ method: "GET", path: "/api" })).status).toBe(401);
});

/** Serves both webhooks over HTTPS on loopback. */
async function serveWebhooks(): Promise<{ kubeconfig(webhook: string): Promise<string> }> {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-webhooks-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const authority = await createCertificateAuthority(tools);
  const pair = await authority.issueServing({ hosts: ["127.0.0.1"] });
  const server = createWebhookServer({
    host: "127.0.0.1",
    port: 0,
    authenticationWebhooks: { "/token": authenticate },
    authorizationWebhooks: { "/authorize": authorize },
    certificate: {
      run(use, { signal }) {
        use(pair);
        return new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      },
    },
  });
  const running = spawn((signal) => server.start({ signal }), {
    name: "webhooks",
    onError(error) {
      throw error;
    },
  });
  onTestFinished(() => running.stop());
  const port = await server.waitForListening();
  return {
    async kubeconfig(webhook) {
      const file = path.join(folder, `${webhook.slice(1)}.json`);
      const cluster = {
        server: `https://127.0.0.1:${port}${webhook}`,
        "certificate-authority-data": Buffer.from(authority.certificate).toString("base64"),
      };
      const config = {
        kind: "Config",
        apiVersion: "v1",
        clusters: [{ name: "webhook", cluster }],
        users: [{ name: "server", user: {} }],
        contexts: [{ name: "webhook", context: { cluster: "webhook", user: "server" } }],
        "current-context": "webhook",
      };
      await writeFile(file, JSON.stringify(config));
      return file;
    },
  };
}
