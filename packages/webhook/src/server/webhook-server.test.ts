// The server on a loopback socket: its certificate, a renewal, and its end.
import { request } from "node:https";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { createSeededRandom, createSystemClock, spawn } from "@kubewright/async";
import { createCertificateAuthority, parseCertificate } from "@kubewright/certificates";
import type { IssuedCertificate } from "@kubewright/certificates";
import { createLogger } from "@kubewright/telemetry";
import { expect, onTestFinished, test } from "vitest";
import { createWebhookServer } from "./webhook-server.ts";

const tools = { clock: createSystemClock(), random: createSeededRandom("certificates") };
const review = JSON.stringify({
  kind: "AdmissionReview",
  apiVersion: "admission.k8s.io/v1",
  request: { uid: "u1", operation: "CREATE", kind: { group: "", version: "v1", kind: "Pod" }, object: {} },
});

test("a webhook server serves TLS, uses another certificate without a restart, and stops", async () => {
  const [old, next] = [await createCertificateAuthority(tools), await createCertificateAuthority(tools)];
  const pairs = [await old.issueServing({ hosts: ["127.0.0.1"] }), await next.issueServing({ hosts: ["127.0.0.1"] })];
  let replace: () => void = () => {};
  const ends: number[] = [];
  const server = createWebhookServer({
    host: "127.0.0.1",
    port: 0,
    webhooks: { "/allow": () => Promise.resolve({}) },
    observer: { certificateUsed: (notAfterMs) => void ends.push(notAfterMs) },
    certificate: {
      run(use, { signal }) {
        use(at(pairs, 0));
        replace = () => use(at(pairs, 1));
        return new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      },
    },
  });
  const running = spawn((signal) => server.start({ signal }), {
    name: "server",
    onError(error) {
      throw error;
    },
  });
  const port = await server.waitForListening();

  const first = await post(port, old.certificate);
  replace();
  const second = await post(port, next.certificate);
  const untrusted = await post(port, old.certificate).catch((error: unknown) => error);
  await running.stop();
  const after = await post(port, next.certificate).catch((error: unknown) => error);

  expect(JSON.parse(first)).toMatchObject({ response: { uid: "u1", allowed: true } });
  expect(second).toBe(first);
  expect(ends).toEqual(pairs.map(({ certificate }) => parseCertificate(certificate).notAfterMs));
  expect(untrusted).toMatchObject({ code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" });
  expect(after).toMatchObject({ code: "ECONNREFUSED" });
});

test("a webhook responds even if the observer throws", async () => {
  const fail = (): never => {
    throw new Error("cannot count");
  };
  const lines: string[] = [];
  const server = createWebhookServer({
    webhooks: { "/allow": () => Promise.resolve({}) },
    observer: { requestStarted: fail, failed: fail },
    log: createLogger({ clock: tools.clock, write: (line) => lines.push(line) }),
  });
  const headers = { "content-type": "application/json" };
  const sent = { method: "POST", path: "/allow", headers, body: new TextEncoder().encode(review) };

  const answers = [await server.handle(sent), await server.handle(sent)];

  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(lines.filter((line) => line.includes("Observer failed"))).toHaveLength(1);
});

test("start() without a certificate rejects with an error that names the option", async () => {
  const { signal } = new AbortController();

  await expect(createWebhookServer({ webhooks: {} }).start({ signal })).rejects.toThrow(
    "Cannot serve webhooks: option certificate is missing",
  );
});

test("waitForListening() and start() reject with the error of a port that is taken", async () => {
  const authority = await createCertificateAuthority(tools);
  const pair = await authority.issueServing({ hosts: ["127.0.0.1"] });
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo; // A TCP server that listens has an address of this form.
  const server = createWebhookServer({
    host: "127.0.0.1",
    port,
    certificate: {
      run(use, { signal }) {
        use(pair);
        return new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      },
    },
  });
  const listening = server.waitForListening();

  const started = server.start({ signal: new AbortController().signal });

  await expect(started).rejects.toThrow(`Cannot serve webhooks on "127.0.0.1:${port}": the port is taken`);
  await expect(listening).rejects.toThrow(`Cannot serve webhooks on "127.0.0.1:${port}": the port is taken`);
});

function at(pairs: readonly IssuedCertificate[], index: number): IssuedCertificate {
  const pair = pairs[index];
  if (!pair) throw new Error(`there is no certificate ${index}`);
  return pair;
}

/** Calls the webhook as an API server does. */
function post(port: number, ca: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json" };
    const call = request(
      { host: "127.0.0.1", port, path: "/allow", method: "POST", ca, headers, agent: false },
      (answer) => {
        let text = "";
        answer.on("data", (chunk: Buffer) => (text += chunk.toString()));
        answer.on("end", () => resolve(text));
      },
    );
    call.on("error", reject);
    call.end(review);
  });
}
