// A server whose webhooks run in the process of the test and record their calls.
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { bodyOf, readText } from "@kubewright/transport";
import type { Transport, TransportRequest, TransportResponse } from "@kubewright/transport";
import { createApiServer } from "../../../api-server.ts";
import type { ApiServer, ApiServerOptions } from "../../../api-server.ts";
import type { WebhookTarget } from "../../../webhook-client/target.ts";

/** A call that a webhook has received. */
export interface WebhookCall {
  readonly target: WebhookTarget;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly review: { readonly kind: string; readonly apiVersion: string };
  readonly request: ShownRequest;
}

/** The fields of a review's request that tests read. No review has all of them. */
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

/** Returns the response to a call: the fields of `response` in the review, or a whole HTTP response. */
export type Responder = (call: WebhookCall, request: TransportRequest) => object | TransportResponse | Promise<object | TransportResponse>;

export interface TestResponse {
  readonly status: number;
  readonly warnings: readonly string[];
  readonly body: ShownObject;
}

export interface WebhookServer extends AsyncDisposable {
  readonly server: ApiServer;
  readonly clock: VirtualClock;
  /** All calls, in the order of their arrival. */
  readonly calls: WebhookCall[];
  readonly dialled: WebhookTarget[];
  /** Sets the responder of the webhook at this path. By default webhooks allow every request. */
  respond(path: string, responder: Responder): void;
  send(method: string, path: string, body?: unknown, contentType?: string): Promise<TestResponse>;
}

export function startWebhookServer(options: ApiServerOptions = {}): WebhookServer {
  const clock = createVirtualClock({ startTime: Date.parse("2026-11-21T12:00:00Z") });
  const calls: WebhookCall[] = [];
  const dialled: WebhookTarget[] = [];
  const responders = new Map<string, Responder>();

  function dial(target: WebhookTarget): Transport {
    dialled.push(target);
    return {
      async request(request) {
        const text = request.body ?? "";
        const review = JSON.parse(typeof text === "string" ? text : Buffer.from(text).toString()) as Review;
        const call = { target, method: request.method, path: request.path, headers: request.headers ?? {}, review, request: review.request };
        calls.push(call);
        const given = await responders.get(request.path.split("?")[0] ?? "")?.(call, request);
        if (given !== undefined && "body" in given && "headers" in given) return given as TransportResponse;
        return jsonResponse(200, { ...review, request: undefined, response: { uid: review.request.uid, allowed: true, ...given } });
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
    calls,
    dialled,
    respond: (path, responder) => void responders.set(path, responder),
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

function jsonResponse(status: number, body: unknown): TransportResponse {
  return { status, headers: { "content-type": "application/json" }, body: bodyOf(JSON.stringify(body)) };
}

/** A response that changes the object. */
export function patching(...operations: readonly object[]): object {
  return { patchType: "JSONPatch", patch: Buffer.from(JSON.stringify(operations)).toString("base64") };
}

/** A webhook for ConfigMaps at https://hooks.test/NAME. */
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

/** Creates a configuration. */
export function configure(server: WebhookServer, type: "Mutating" | "Validating", name: string, ...webhooks: readonly object[]): Promise<TestResponse> {
  const path = `/apis/admissionregistration.k8s.io/v1/${type.toLowerCase()}webhookconfigurations`;
  return server.send("POST", path, { metadata: { name }, webhooks });
}
