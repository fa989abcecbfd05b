// A server whose webhooks answer in the test's own process, and remember what they were asked.
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { bodyOf, readText } from "@kubewright/transport";
import type { Transport, TransportRequest, TransportResponse } from "@kubewright/transport";
import { createApiServer } from "../../../api-server.ts";
import type { ApiServer, ApiServerOptions } from "../../../api-server.ts";
import type { WebhookTarget } from "../target.ts";

/** What a webhook was asked. */
export interface Asked {
  readonly target: WebhookTarget;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly review: { readonly kind: string; readonly apiVersion: string };
  readonly request: ShownRequest;
}

/** The request of a review, as far as tests read it. No review has all fields; a test that reads one that is not there fails. */
export interface ShownRequest {
  readonly uid: string;
  readonly kind: { readonly version: string; readonly kind: string };
  readonly resource: { readonly version: string };
  readonly requestKind: { readonly version: string };
  readonly name: string;
  readonly namespace: string;
  readonly operation: string;
  readonly subResource: string;
  readonly object: ShownObject;
  readonly oldObject: ShownObject;
  readonly dryRun: boolean;
  readonly options: unknown;
}

/** An object, or a Status. */
export interface ShownObject {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly generation: number;
    readonly labels: Readonly<Record<string, string>>;
    readonly deletionTimestamp: string;
    readonly managedFields: unknown;
  };
  readonly data: unknown;
  readonly spec: { readonly replicas: number };
  readonly message: string;
  readonly code: number;
}

interface Review {
  readonly kind: string;
  readonly apiVersion: string;
  readonly request: ShownRequest;
}

/** Answers a call: with the fields of a response, or with a whole answer. */
export type Answering = (asked: Asked, request: TransportRequest) => object | TransportResponse | Promise<object | TransportResponse>;

export interface Answer {
  readonly status: number;
  readonly warnings: readonly string[];
  readonly body: ShownObject;
}

export interface AskingServer extends AsyncDisposable {
  readonly server: ApiServer;
  readonly clock: VirtualClock;
  /** All calls, in the order in which they came. */
  readonly asked: Asked[];
  readonly dialled: WebhookTarget[];
  /** What the webhook at this path answers. Default: yes. */
  answer(path: string, answering: Answering): void;
  send(method: string, path: string, body?: unknown, contentType?: string): Promise<Answer>;
}

export function startAskingServer(options: ApiServerOptions = {}): AskingServer {
  const clock = createVirtualClock({ startTime: Date.parse("2026-11-21T12:00:00Z") });
  const asked: Asked[] = [];
  const dialled: WebhookTarget[] = [];
  const answers = new Map<string, Answering>();

  function dial(target: WebhookTarget): Transport {
    dialled.push(target);
    return {
      async request(request) {
        const text = request.body ?? "";
        const review = JSON.parse(typeof text === "string" ? text : Buffer.from(text).toString()) as Review;
        const call = { target, method: request.method, path: request.path, headers: request.headers ?? {}, review, request: review.request };
        asked.push(call);
        const given = await answers.get(request.path.split("?")[0] ?? "")?.(call, request);
        if (given !== undefined && "body" in given && "headers" in given) return given as TransportResponse;
        return answerJson(200, { ...review, request: undefined, response: { uid: review.request.uid, allowed: true, ...given } });
      },
      upgrade: () => Promise.reject(new Error("webhooks are not upgraded")),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  }

  const server = createApiServer({ clock, random: createSeededRandom("webhooks"), webhooks: { dial }, ...options });
  const transport = server.transport();
  return {
    server,
    clock,
    asked,
    dialled,
    answer: (path, answering) => void answers.set(path, answering),
    async send(method, path, body, contentType = "application/json") {
      const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": contentType } };
      const response = await transport.request({ method, path, ...sent });
      const text = await readText(response);
      const warnings = response.headers["warning"] ?? [];
      return { status: response.status, warnings: typeof warnings === "string" ? [warnings] : warnings, body: JSON.parse(text) as ShownObject };
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

export function answerJson(status: number, body: unknown): TransportResponse {
  return { status, headers: { "content-type": "application/json" }, body: bodyOf(JSON.stringify(body)) };
}

/** A response that changes the object. */
export function patching(...operations: readonly object[]): object {
  return { patchType: "JSONPatch", patch: Buffer.from(JSON.stringify(operations)).toString("base64") };
}

/** A webhook about ConfigMaps at https://hooks.test/NAME. */
export function webhook(name: string, more: object = {}): object {
  return {
    name: `${name}.hooks.test`,
    clientConfig: { url: `https://hooks.test/${name}` },
    rules: [{ operations: ["*"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] }],
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
    ...more,
  };
}

/** Writes a configuration and returns its answer. */
export function configure(server: AskingServer, sort: "Mutating" | "Validating", name: string, ...webhooks: readonly object[]): Promise<Answer> {
  const path = `/apis/admissionregistration.k8s.io/v1/${sort.toLowerCase()}webhookconfigurations`;
  return server.send("POST", path, { metadata: { name }, webhooks });
}
