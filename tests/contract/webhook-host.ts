/**
 * Webhooks for either server: an HTTPS server of the test, whose address and authority are in the configurations. A kube-apiserver uses a new configuration
 * within about a second. Each configuration gets an additional webhook, which matches only a dry run of the host: its first call shows that the server uses
 * the configuration.
 */
import { createServer } from "node:https";
import type { Server } from "node:https";
import { createCertificateAuthority } from "@kubewright/certificates";
import { headerValuesOf } from "@kubewright/transport";
import { sendRequest } from "../http.ts";
import type { TestRequest, TestResponse } from "../http.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

/** A received call. */
export interface Call {
  readonly url: string;
  readonly userAgent: string | undefined;
  readonly contentType: string | undefined;
  readonly review: { readonly kind: string; readonly apiVersion: string; readonly request: ReviewRequest };
}

/** The fields of a review's request that tests read. A request has some of them. */
export interface ReviewRequest {
  readonly uid: string;
  readonly kind: unknown;
  readonly resource: unknown;
  readonly subResource?: string;
  readonly requestKind: unknown;
  readonly requestResource: unknown;
  readonly requestSubResource?: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly operation: string;
  readonly userInfo: unknown;
  readonly object: ReviewedObject;
  readonly oldObject: ReviewedObject;
  readonly dryRun: boolean;
  readonly options: unknown;
}

export interface ReviewedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: unknown;
}

/** The fields of a response, or in `raw` a response that is not a review. */
export interface Verdict {
  readonly allowed?: boolean;
  readonly status?: unknown;
  readonly warnings?: readonly string[];
  readonly patch?: string;
  readonly patchType?: string;
  readonly uid?: string;
  readonly raw?: { readonly status: number; readonly type: string; readonly body: string };
}

export type Answering = (request: ReviewRequest) => Verdict | Promise<Verdict>;

export interface WebhookHost extends AsyncDisposable {
  /** The calls of a path without its query, in the order of arrival. */
  callsOf(path: string): readonly Call[];
  readonly url: string;
  readonly caBundle: string;
  /** Sets the response of the webhook at this path. Default: it allows the request. */
  answer(path: string, answering: Answering): void;
  /** The paths of the calls since the last configuration, in the order of arrival. */
  readonly order: string[];
  /** Creates a configuration for the namespace, and resolves once the server uses it. Disposing it deletes it. */
  configure(type: "mutating" | "validating", webhooks: readonly object[], name?: string): Promise<AsyncDisposable>;
  /** A webhook at `/NAME` for ConfigMaps. */
  webhook(name: string, more?: object): object;
  send(asked: TestRequest): Promise<Sent>;
}

/** The fields of a response that tests read. */
export interface Sent extends Omit<TestResponse, "body"> {
  readonly warnings: readonly string[];
  readonly body: ReviewedObject & { readonly message?: string; readonly code?: number };
}

const triesEveryMs = 50;
const triesMax = 200;

/** The server whose configurations name the host. */
export type HostedServer = Pick<ServerUnderTest, "clock" | "random" | "transport" | "uniqueName">;

/** Starts a host whose webhooks are called for this namespace. */
export async function startWebhookHost(server: HostedServer, namespace: string): Promise<WebhookHost> {
  const { clock, random } = server;
  const authority = await createCertificateAuthority({ clock, random });
  const { certificate, key } = await authority.issueServing({ hosts: ["127.0.0.1"] });
  const calls = new Map<string, Call[]>();
  const responses = new Map<string, Answering>();
  const order: string[] = [];

  const listener = createServer({ cert: certificate, key }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const url = request.url ?? "";
      const [path = ""] = url.split("?");
      const review = JSON.parse(Buffer.concat(chunks).toString()) as Call["review"];
      const { "user-agent": userAgent, "content-type": contentType } = request.headers;
      calls.set(path, [...(calls.get(path) ?? []), { url, userAgent, contentType, review }]);
      order.push(path);
      const answering = responses.get(path) ?? ((): Verdict => ({}));
      Promise.try(answering, review.request).then(
        ({ raw, ...verdict }) => {
          const { kind, apiVersion } = review;
          const whole = { kind, apiVersion, response: { uid: review.request.uid, allowed: true, ...verdict } };
          const shown = raw ?? { status: 200, type: "application/json", body: JSON.stringify(whole) };
          response.writeHead(shown.status, { "content-type": shown.type }).end(shown.body);
        },
        () => response.destroy(),
      );
    });
  });
  const url = await listen(listener);
  const caBundle = Buffer.from(authority.certificate).toString("base64");
  const configMaps = [{ operations: ["*"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] }];
  const inNamespace = { matchLabels: { "kubernetes.io/metadata.name": namespace } };

  async function send(asked: TestRequest): Promise<Sent> {
    const answer = await sendRequest(server.transport, asked);
    return { ...answer, warnings: warningsOf(answer), body: answer.body as Sent["body"] };
  }

  function webhook(name: string, more: object = {}): object {
    return {
      name: `${name}.hooks.test`,
      clientConfig: { url: `${url}/${name}`, caBundle },
      rules: configMaps,
      namespaceSelector: inNamespace,
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
      ...more,
    };
  }

  return {
    url,
    caBundle,
    order,
    callsOf: (path) => calls.get(path) ?? [],
    answer: (path, answering) => void responses.set(path, answering),
    webhook,
    send,
    async configure(type, webhooks, name = server.uniqueName("hooks-")) {
      const probe = server.uniqueName("probe-");
      const probing = webhook(probe, { objectSelector: { matchLabels: { probe } }, matchPolicy: "Exact" });
      const collection = `/apis/admissionregistration.k8s.io/v1/${type}webhookconfigurations`;
      const body = { metadata: { name }, webhooks: [probing, ...webhooks] };
      const created = await send({ method: "POST", path: collection, body });
      if (created.status !== 201) throw new Error(`the configuration was rejected: ${created.body.message}`);
      const path = `/api/v1/namespaces/${namespace}/configmaps?dryRun=All`;
      const probed = { metadata: { name: probe, labels: { probe } } };
      let last = created;
      for (let tries = 0; !calls.has(`/${probe}`); tries++) {
        if (tries === triesMax) throw new Error(`the webhook is not called: ${JSON.stringify(last)}`);
        if (tries > 0) await clock.sleep(triesEveryMs);
        last = await send({ method: "POST", path, body: probed });
      }
      for (const each of calls.keys()) calls.delete(each);
      order.length = 0;
      return {
        [Symbol.asyncDispose]: async () => {
          await send({ method: "DELETE", path: `${collection}/${name}` });
          do {
            calls.clear();
            await send({ method: "POST", path, body: probed });
            if (calls.has(`/${probe}`)) await clock.sleep(triesEveryMs);
          } while (calls.has(`/${probe}`));
        },
      };
    },
    async [Symbol.asyncDispose]() {
      const { promise, resolve } = Promise.withResolvers<void>();
      listener.close(() => resolve());
      listener.closeAllConnections();
      await promise;
    },
  };
}

/** The warnings of a response: over a socket, headers of one name are one header. */
function warningsOf({ headers }: TestResponse): readonly string[] {
  return headerValuesOf(headers, "warning").flatMap((value) => value.split(/, (?=299 - )/u));
}

function listen(listener: Server): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  listener.listen(0, "127.0.0.1", () => {
    const address = listener.address();
    if (address === null || typeof address === "string") throw new Error("a TCP listener has an address and a port");
    resolve(`https://127.0.0.1:${address.port}`);
  });
  return promise;
}

/** A response that changes the object. */
export function patching(...operations: readonly object[]): Verdict {
  return { patchType: "JSONPatch", patch: Buffer.from(JSON.stringify(operations)).toString("base64") };
}
