/** The short name of a Pod template, which tells a Deployment's ReplicaSets apart. */
import { stringifyGoJson } from "@kubewright/apimachinery";

/** Without vowels, so that no hash is a word. */
const alphabet = "bcdfghjklmnpqrstvwxz2456789";

/**
 * A hash of the template in letters that a name may have. kube-controller-manager hashes its own memory layout, so the letters differ from
 * its; the form is the same. Where two templates come to one name, `collisionCount` makes another.
 */
export function hashOf(template: unknown, collisionCount = 0): string {
  const text = stringifyGoJson(template ?? null) + (collisionCount > 0 ? String(collisionCount) : "");
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return Array.from(String(hash), (digit) => alphabet[digit.charCodeAt(0) % alphabet.length]).join("");
}
