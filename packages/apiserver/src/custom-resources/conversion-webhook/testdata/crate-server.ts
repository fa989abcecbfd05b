// A server whose conversion webhook runs in the process of the test, on virtual time.
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { bodyOf, readText } from "@kubewright/transport";
import type { TransportRequest, TransportResponse } from "@kubewright/transport";
import { createApiServer } from "../../../api-server.ts";

export type Body = TransportResponse["body"];

export interface Review {
  readonly request: {
    readonly uid: string;
    readonly desiredAPIVersion: string;
    readonly objects: readonly (Crate & { readonly apiVersion: string })[];
  };
}

interface Crate {
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec?: unknown;
}

export interface TestResponse {
  readonly status: number;
  readonly text: string;
  readonly json: Crate & {
    readonly message?: string;
    readonly reason?: string;
    readonly details?: { readonly causes?: unknown };
    readonly items: readonly Crate[];
  };
}

export type Responder = (review: Review, request: TransportRequest) => TransportResponse | Promise<TransportResponse>;

export interface CrateServer extends AsyncDisposable {
  readonly clock: VirtualClock;
  /** The paths of the requests to webhooks. */
  readonly requests: string[];
  respond(responder: Responder): void;
  send(method: string, path: string, body?: unknown): Promise<TestResponse>;
}

export const at = (version: string, rest = ""): string => `/apis/x.io/${version}/namespaces/default/crates${rest}`;
export const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
export const crate = (name: string): object => ({
  apiVersion: "x.io/v2",
  kind: "Crate",
  metadata: { name },
  spec: { size: 1 },
});

export async function startCrateServer(): Promise<CrateServer> {
  const clock = createVirtualClock({ startTime: Date.parse("2026-11-21T12:00:00Z") });
  const requests: string[] = [];
  let responder: Responder = converted;
  const dial = ({ url }: { readonly url: URL }) => ({
    async request(request: TransportRequest) {
      requests.push(`${request.method} ${url.host}${request.path}`);
      const body = request.body as string;
      return responder(JSON.parse(body === undefined ? "{}" : body) as Review, request);
    },
    upgrade: () => Promise.reject(new Error("webhooks are not upgraded")),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  });
  const server = createApiServer({ clock, random: createSeededRandom("crates"), webhooks: { dial } });
  const transport = server.transport();
  const send: CrateServer["send"] = async (method, path, body) => {
    const sent =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
    const response = await transport.request({ method, path, ...sent });
    const text = await readText(response);
    return { status: response.status, text, json: (text.startsWith("{") ? JSON.parse(text) : {}) as TestResponse["json"] };
  };

  const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
  const clientConfig = { url: "https://hooks.test/convert" };
  const spec = {
    group: "x.io",
    scope: "Namespaced",
    names: { plural: "crates", kind: "Crate" },
    conversion: { strategy: "Webhook", webhook: { clientConfig, conversionReviewVersions: ["v1"] } },
    versions: ["v1", "v2"].map((name) => ({ name, served: true, storage: name === "v2", schema })),
  };
  await send("POST", definitions, { metadata: { name: "crates.x.io" }, spec });
  return {
    clock,
    requests,
    send,
    respond: (next) => (responder = next),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

export function converted({ request: { uid, desiredAPIVersion, objects } }: Review): TransportResponse {
  return responseWith(
    uid,
    objects.map((object) => ({ ...object, apiVersion: desiredAPIVersion })),
  );
}

export function responseWith(uid: string, convertedObjects: readonly unknown[]): TransportResponse {
  const response = { uid, convertedObjects, result: { status: "Success" } };
  return httpResponse(bodyOf(JSON.stringify({ kind: "ConversionReview", apiVersion: "apiextensions.k8s.io/v1", response })));
}

export function httpResponse(body: Body, status = 200, headers: Readonly<Record<string, string>> = {}): TransportResponse {
  return { status, headers, body };
}
