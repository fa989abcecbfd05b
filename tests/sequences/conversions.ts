/**
 * Conversions between the versions of custom kinds in random sequences: the versions have different names for one field of `spec`. A kube-apiserver calls
 * an HTTPS server; the embedded server calls the same function in the process, so that virtual time holds.
 */
import { isJsonObject } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";
import type { WebhookOptions } from "@kubewright/apiserver";
import type { Environment } from "@kubewright/envtest";
import type { JsonSchema } from "@kubewright/schema";
import { bodyOf } from "@kubewright/transport";
import { startConversionHost } from "../contract/conversion-host.ts";
import type { ConvertedObject } from "../contract/conversion-host.ts";

/** The conversion webhook of definitions, and the function that the embedded server calls. */
export interface Conversions extends ConversionAddress, AsyncDisposable {
  readonly webhooks: WebhookOptions;
}

export interface ConversionAddress {
  readonly url: string;
  readonly caBundle: string;
}

/** The other changes of a webhook, by the last element of its path. */
export const manners = ["rename", "annotate"] as const;

/** The field of `spec` that a version renames, and its name there. Other versions have the names of the schema. */
const renames: ReadonlyMap<string, readonly [string, string]> = new Map([
  ["v2", ["a", "first"]],
  ["v1beta1", ["b", "second"]],
]);

export async function startConversions(environment: Pick<Environment, "clock" | "random">): Promise<Conversions> {
  const host = await startConversionHost(environment);
  host.answer((call) => ({ response: responseTo(call, call.url) }));
  return {
    url: host.url,
    caBundle: host.caBundle,
    webhooks: {
      dial: () => ({
        async request({ path, body }) {
          const review = JSON.parse(String(body)) as Review;
          return {
            status: 200,
            headers: {},
            body: bodyOf(JSON.stringify({ ...review, response: responseTo(review.request, path) })),
          };
        },
        upgrade: () => Promise.reject(new Error("webhooks are not upgraded")),
        [Symbol.asyncDispose]: () => Promise.resolve(),
      }),
    },
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
}

interface Review {
  readonly request: ReviewRequest;
}

interface ReviewRequest {
  readonly uid: string;
  readonly desiredAPIVersion: string;
  readonly objects: readonly ConvertedObject[];
}

function responseTo({ uid, desiredAPIVersion, objects }: ReviewRequest, path: string): JsonObject {
  const convertedObjects = objects.map((object) => {
    const spec = renamedIn(versionOf(desiredAPIVersion), renamedIn(versionOf(object.apiVersion), object["spec"]));
    const metadata = path.includes("/annotate") ? annotated(object.metadata, desiredAPIVersion) : object.metadata;
    return { ...object, apiVersion: desiredAPIVersion, metadata, ...(spec === undefined ? {} : { spec }) };
  });
  return { uid, convertedObjects, result: { status: "Success" } };
}

function versionOf(apiVersion: string): string {
  return apiVersion.slice(apiVersion.indexOf("/") + 1);
}

function annotated(metadata: JsonObject, apiVersion: string): JsonObject {
  const annotations = isJsonObject(metadata["annotations"]) ? metadata["annotations"] : {};
  return { ...metadata, annotations: { ...annotations, "converted-to": versionOf(apiVersion) } };
}

/** The name of a field in this version. Both names are swapped, so the function is its own inverse. */
export function nameIn(version: string, name: string): string {
  const [own, other] = renames.get(version) ?? [];
  if (name === own) return other ?? name;
  return name === other ? (own ?? name) : name;
}

/** A `spec` with the names of this version. */
export function renamedIn(version: string, spec: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(spec)) return spec;
  return Object.fromEntries(Object.entries(spec).map(([name, value]) => [nameIn(version, name), value]));
}

/** The schema of `spec` with the names of this version, also in its alternatives. */
export function schemaIn(
  version: string,
  { properties, required, allOf, anyOf, oneOf, not, ...rest }: JsonSchema,
): JsonSchema {
  const each = (schema: JsonSchema): JsonSchema => schemaIn(version, schema);
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [nameIn(version, name), value])),
    }),
    ...(required && { required: required.map((name) => nameIn(version, name)) }),
    ...(allOf && { allOf: allOf.map(each) }),
    ...(anyOf && { anyOf: anyOf.map(each) }),
    ...(oneOf && { oneOf: oneOf.map(each) }),
    ...(not && { not: each(not) }),
  };
}
