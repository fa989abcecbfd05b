// Valid and invalid responses of a conversion webhook, and the reads of a Crate that need them.
import type { JsonObject } from "@kubewright/apimachinery";
import { expect } from "vitest";
import { converted } from "./conversion-host.ts";
import type { ConversionCall, ConvertedObject, Converting } from "./conversion-host.ts";
import type { Crates } from "./crates.ts";
import { post } from "./writers.ts";
import type { WriteResponse } from "./writers.ts";

/** Creates the Crate that the reads return. */
export async function createCrate({ writers, at, crate }: Crates): Promise<void> {
  const metadata = { labels: { l: "1" }, annotations: { n: "1" } };
  await writers.send(post(at("v2"), crate("v2", "a", { size: 1 }, metadata)));
}

/** The response to a read that needs a conversion. */
export function read(crates: Crates, converting: Converting): Promise<WriteResponse> {
  crates.host.answer(converting);
  return crates.writers.send({ path: crates.at("v1", "/a") });
}

/** The message of the failed read; group, uids and addresses are replaced. */
export async function messageOf(crates: Crates, converting: Converting): Promise<string> {
  const { status, body } = await read(crates, converting);
  const { message = "", reason, details } = body as WriteResponse["body"] & { readonly details?: unknown };
  expect([status, reason, details]).toEqual([500, undefined, undefined]);
  return message
    .replaceAll(crates.group, "GROUP")
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "UID")
    .replaceAll(/test-[0-9a-f]+/g, "NAMESPACE")
    .replaceAll(/127\.0\.0\.1:\d+/g, "HOST")
    .replace("conversion webhook for GROUP/v2, Kind=Crate", "webhook");
}

/** Changes the converted object. */
export const object =
  (change: (object: ConvertedObject) => unknown): Converting =>
  (call) =>
    converted(call, change);
export const metadata = (more: object): Converting =>
  object((each) => ({ ...each, metadata: { ...each.metadata, ...more } }));
export const response =
  (change: (call: ConversionCall) => unknown): Converting =>
  (call) => ({ response: change(call) });
/** Changes the whole review. */
export const review =
  (change: (review: object) => unknown): Converting =>
  (call) => {
    const { kind, apiVersion } = call;
    return { raw: { status: 200, body: JSON.stringify(change({ kind, apiVersion, ...converted(call) })) } };
  };
export const body =
  (text: string, status = 200, type = "application/json"): Converting =>
  () => ({ raw: { status, headers: { "content-type": type }, body: text } });
export const success = { status: "Success" };

/** Removes the fields with defaults, so that the fields of both versions are the same: field management rejects undeclared fields. */
export function withoutDefaults(each: ConvertedObject): ConvertedObject {
  const { grade: _, mode: __, ...spec } = each["spec"] as JsonObject;
  return { ...each, spec };
}

/** Sets a label and an annotation with the name of the version, and changes metadata that a webhook must not change. */
export function withVersion(each: ConvertedObject): unknown {
  const version = each.apiVersion.split("/")[1] ?? "";
  const changed = {
    labels: { version },
    annotations: { version },
    finalizers: ["x.io/y"],
    generation: 99,
    ownerReferences: [{}],
  };
  return { ...each, metadata: { ...each.metadata, ...changed } };
}
