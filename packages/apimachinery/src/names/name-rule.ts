// The rules for metadata.name. A rule also checks generateName, which is only a prefix of the name.

import { isDns1035Label, isDns1123Label, isDns1123Subdomain } from "./dns.ts";
import { isPathSegmentName, isPathSegmentPrefix } from "./other-names.ts";

/** Returns the messages of kube-apiserver about a name; with `isPrefix`, about the prefix of a name. */
export type NameRule = (name: string, isPrefix: boolean) => string[];

/** Names of most kinds and of all custom resources. */
export const nameIsDnsSubdomain: NameRule = (name, isPrefix) =>
  isDns1123Subdomain(isPrefix ? maskTrailingDash(name) : name);

/** Names of namespaces. */
export const nameIsDnsLabel: NameRule = (name, isPrefix) => isDns1123Label(isPrefix ? maskTrailingDash(name) : name);

/** Names of services. */
export const nameIsDns1035Label: NameRule = (name, isPrefix) =>
  isDns1035Label(isPrefix ? maskTrailingDash(name) : name);

/** Names of RBAC objects. */
export const nameIsPathSegment: NameRule = (name, isPrefix) =>
  isPrefix ? isPathSegmentPrefix(name) : isPathSegmentName(name);

// A prefix may end in a dash. As in kube-apiserver, one more character is removed, which changes the result for a
// string such as "a.-".
function maskTrailingDash(name: string): string {
  return name.length > 1 && name.endsWith("-") ? `${name.slice(0, -2)}a` : name;
}
