/** The hash of a Pod template, which distinguishes the ReplicaSets of a Deployment. It is the hash that kube-controller-manager computes. */
import type { PodTemplateSpec } from "@kubewright/api/core/v1";
import { dumpOfTemplate } from "./go-dump.ts";

/** Without vowels, so that no hash contains a word. */
const alphabet = "bcdfghjklmnpqrstvwxz2456789";

/**
 * Returns the hash of the template in characters that a name can contain. `collisionCount` changes the hash after a name collision.
 * A template with a time or with `managedFields` in its metadata gets another hash than from kube-controller-manager, which hashes the address
 * of its time zone.
 */
export function hashOf(template: PodTemplateSpec | undefined, collisionCount?: number): string {
  const bytes = [...new TextEncoder().encode(dumpOfTemplate(template ?? {})), ...collisionBytes(collisionCount)];
  const hash = bytes.reduce((each, byte) => Math.imul(each ^ byte, 0x01000193) >>> 0, 0x811c9dc5);
  return Array.from(String(hash), (digit) => alphabet[digit.charCodeAt(0) % alphabet.length]).join("");
}

/** Eight bytes, of which the count takes the first four. */
function collisionBytes(count: number | undefined): Uint8Array {
  const bytes = new Uint8Array(count === undefined ? 0 : 8);
  if (count !== undefined) new DataView(bytes.buffer).setUint32(0, count, true);
  return bytes;
}
