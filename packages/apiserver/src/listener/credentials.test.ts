// Credentials of listeners: client certificates and tokens.
import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { createSeededRandom, createSystemClock } from "@kubewright/async";
import { createCertificateAuthority } from "@kubewright/certificates";
import { test } from "vitest";
import { shown } from "../testdata/test-server.ts";
import type { Listener } from "./listener.ts";
import { listen } from "./listener.ts";
import { admin, rawRequest, startListener, tokenOf } from "./testdata/listener-client.ts";

test("a valid token is sufficient beside the certificate of another authority", async () => {
  const { listener } = await startListener();
  await using _listener = listener;
  const stranger = await createCertificateAuthority({
    clock: createSystemClock(),
    random: createSeededRandom("certificates"),
  });
  const foreign = await stranger.issueClient({ user: "eve" });
  const tls = { cert: foreign.certificate, key: foreign.key };
  const as = async (token: string): Promise<number | undefined> =>
    (await rawRequest(listener, { headers: { authorization: `Bearer ${token}` } }, tls)).status;

  assert.equal(await as(tokenOf(listener)), 200);
  assert.equal(await as("unknown"), 401);
});

test("the user of a client certificate has its uid and the fingerprint of the certificate", async () => {
  const { listener } = await startListener();
  await using _listener = listener;
  const path = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
  const { certificate: cert, key } = await listener.clientCertificate({ ...admin, uid: "7" });

  const { text } = await rawRequest(listener, { method: "POST", path, body: "{}" }, { cert, key });

  const fingerprint = new X509Certificate(cert).fingerprint256.replaceAll(":", "").toLowerCase();
  assert.deepEqual(shown(text).status.userInfo, {
    username: "admin",
    uid: "7",
    groups: ["system:masters", "system:authenticated"],
    extra: { "authentication.kubernetes.io/credential-id": [`X509SHA256=${fingerprint}`] },
  });
});

test("the tokens of a listener are valid at this listener only, and until it closes", async () => {
  const { server, listener: first } = await startListener();
  const { handle, issuedTokens } = server.server;
  const parts = { handle, issuedTokens, clock: createSystemClock(), random: createSeededRandom("second") };
  await using second = await listen(parts);
  const token = tokenOf(first);
  const as = async (listener: Listener): Promise<number | undefined> =>
    (await rawRequest(listener, { headers: { authorization: `Bearer ${token}` } })).status;
  const reviewed = async (): Promise<unknown> => {
    const path = "/apis/authentication.k8s.io/v1/tokenreviews";
    const { json } = await server.send("POST", path, { spec: { token } });
    return (json.status as { readonly authenticated?: boolean }).authenticated;
  };

  assert.deepEqual([await as(first), await as(second), await reviewed()], [200, 401, true]);
  await first[Symbol.asyncDispose]();
  assert.deepEqual([await as(second), await reviewed(), issuedTokens.size], [401, undefined, 1]);
});
