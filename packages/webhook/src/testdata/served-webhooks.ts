// A webhook server over HTTPS on loopback, and its client.
import { request } from "node:https";
import { createSeededRandom, createSystemClock, spawn } from "@kubewright/async";
import { createCertificateAuthority } from "@kubewright/certificates";
import type { CertificateSource } from "@kubewright/certificates";
import { createLogger } from "@kubewright/telemetry";
import { onTestFinished } from "vitest";
import { createWebhookServer } from "../server/webhook-server.ts";
import type { WebhookServer, WebhookServerOptions } from "../server/webhook-server.ts";

export interface Received {
  readonly status: number | undefined;
  readonly text: string;
}

export interface ServedWebhooks {
  readonly server: WebhookServer;
  readonly port: number;
  /** The lines of the log, as JSON. */
  readonly lines: readonly string[];
  stop(): Promise<void>;
  /** Sends a POST request. Rejects if the connection ends without a response. */
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Received>;
}

/** A certificate for loopback, and its authority. */
export async function loopbackCertificate(): Promise<{ readonly source: CertificateSource; readonly ca: string }> {
  const authority = await createCertificateAuthority({
    clock: createSystemClock(),
    random: createSeededRandom("certificates"),
  });
  const pair = await authority.issueServing({ hosts: ["127.0.0.1"] });
  const source: CertificateSource = {
    run(use, { signal }) {
      use(pair);
      return new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    },
  };
  return { source, ca: authority.certificate };
}

export async function serveOnLoopback(options: WebhookServerOptions): Promise<ServedWebhooks> {
  const { source, ca } = await loopbackCertificate();
  const lines: string[] = [];
  const log = createLogger({ clock: createSystemClock(), write: (line) => lines.push(line) });
  const server = createWebhookServer({ host: "127.0.0.1", port: 0, certificate: source, log, ...options });
  const running = spawn((signal) => server.start({ signal }), {
    name: "server",
    onError(error) {
      throw error;
    },
  });
  onTestFinished(() => running.stop());
  const port = await server.waitForListening();
  return {
    server,
    port,
    lines,
    stop: () => running.stop(),
    post(path, body, headers = { "content-type": "application/json" }) {
      return new Promise((resolve, reject) => {
        const call = request({ host: "127.0.0.1", port, path, method: "POST", ca, headers, agent: false }, (response) => {
          let text = "";
          response.on("data", (chunk: Buffer) => (text += chunk.toString()));
          response.on("end", () => resolve({ status: response.statusCode, text }));
        });
        call.on("error", reject);
        call.end(JSON.stringify(body));
      });
    },
  };
}
