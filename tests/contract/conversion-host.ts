/**
 * Conversion webhooks for either server: an HTTPS server of the test on loopback, which records each review and returns the response of the test. By default
 * it converts Crates: `spec.replicas` of v1 is `spec.size` of v2.
 */
import { createServer } from "node:https";
import type { ServerResponse } from "node:http";
import type { JsonObject } from "@kubewright/apimachinery";
import { createCertificateAuthority } from "@kubewright/certificates";
import type { Environment } from "@kubewright/envtest";

/** A review that the webhook has received. */
export interface ConversionCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly kind: string;
  readonly apiVersion: string;
  readonly uid: string;
  readonly desiredAPIVersion: string;
  readonly objects: readonly ConvertedObject[];
}

/** An object of a review, as far as tests read it. */
export interface ConvertedObject extends JsonObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: JsonObject & { readonly name: string };
}

/** The response to a review: its fields, or the raw HTTP response. */
export type ConversionAnswer =
  | { readonly response: unknown; readonly kind?: string; readonly apiVersion?: string }
  | {
      readonly raw: {
        readonly status: number;
        readonly headers?: Readonly<Record<string, string>>;
        readonly body: string;
      };
    }
  | { readonly send: (response: ServerResponse) => void };

export type Converting = (call: ConversionCall) => ConversionAnswer | Promise<ConversionAnswer>;

export interface ConversionHost extends AsyncDisposable {
  readonly url: string;
  readonly caBundle: string;
  /** In the order of arrival. */
  readonly calls: readonly ConversionCall[];
  /** The calls as strings: the desired version and the names of the objects. */
  readonly batches: readonly string[];
  /** Sets later responses. */
  answer(converting: Converting): void;
  /** Removes the recorded calls and restores the default response. */
  reset(): void;
}

export async function startConversionHost({
  clock,
  random,
}: Pick<Environment, "clock" | "random">): Promise<ConversionHost> {
  const authority = await createCertificateAuthority({ clock, random });
  const { certificate, key } = await authority.issueServing({ hosts: ["127.0.0.1"] });
  const calls: ConversionCall[] = [];
  let converting: Converting = converted;

  const listener = createServer({ cert: certificate, key }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const review = JSON.parse(Buffer.concat(chunks).toString()) as Review;
      const { url = "", headers } = request;
      const { kind, apiVersion } = review;
      const call = { url, headers, kind, apiVersion, ...review.request };
      calls.push(call);
      Promise.try(converting, call).then(
        (answer) => send(answer, call, response),
        () => response.destroy(),
      );
    });
  });
  const { promise, resolve } = Promise.withResolvers<string>();
  listener.listen(0, "127.0.0.1", () => {
    const address = listener.address();
    if (address === null || typeof address === "string") throw new Error("a TCP listener has an address and a port");
    resolve(`https://127.0.0.1:${address.port}`);
  });
  return {
    url: `${await promise}/convert`,
    caBundle: Buffer.from(authority.certificate).toString("base64"),
    calls,
    get batches() {
      return calls.map(
        ({ desiredAPIVersion, objects }) =>
          `${desiredAPIVersion.split("/")[1]} ${objects.map(({ metadata }) => metadata.name).join(",")}`,
      );
    },
    answer: (next) => (converting = next),
    reset() {
      calls.length = 0;
      converting = converted;
    },
    async [Symbol.asyncDispose]() {
      const closed = Promise.withResolvers<void>();
      listener.close(() => closed.resolve());
      listener.closeAllConnections();
      await closed.promise;
    },
  };
}

interface Review {
  readonly kind: string;
  readonly apiVersion: string;
  readonly request: {
    readonly uid: string;
    readonly desiredAPIVersion: string;
    readonly objects: readonly ConvertedObject[];
  };
}

function send(answer: ConversionAnswer, call: ConversionCall, response: ServerResponse): void {
  if ("send" in answer) return answer.send(response);
  if ("raw" in answer) {
    const { status, headers = { "content-type": "application/json" }, body } = answer.raw;
    response.writeHead(status, headers).end(body);
    return;
  }
  const { kind = call.kind, apiVersion = call.apiVersion } = answer;
  response
    .writeHead(200, { "content-type": "application/json" })
    .end(JSON.stringify({ kind, apiVersion, response: answer.response }));
}

/** The response of a webhook that converts Crates. `change` adjusts each converted object. */
export function converted(
  call: ConversionCall,
  change: (object: ConvertedObject) => unknown = (object) => object,
): ConversionAnswer {
  const convertedObjects = call.objects.map((object) => change(inVersion(object, call.desiredAPIVersion)));
  return { response: { uid: call.uid, convertedObjects, result: { status: "Success" } } };
}

function inVersion(object: ConvertedObject, apiVersion: string): ConvertedObject {
  const [from, to] = apiVersion.endsWith("/v1") ? ["size", "replicas"] : ["replicas", "size"];
  const { [from]: value, ...spec } = (object["spec"] ?? {}) as JsonObject;
  return {
    ...object,
    apiVersion,
    ...(object["spec"] === undefined ? {} : { spec: value === undefined ? spec : { ...spec, [to]: value } }),
  };
}
