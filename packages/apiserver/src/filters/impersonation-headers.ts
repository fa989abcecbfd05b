// Reads the impersonation headers of a request.
// https://kubernetes.io/docs/reference/access-authn-authz/authentication/#user-impersonation
import { badRequest, quoteGoString } from "@kubewright/apimachinery";
import { headerOf, headerValuesOf } from "@kubewright/transport";
import type { HeaderMap } from "@kubewright/transport";
import { decodePath } from "../request/path.ts";

/** The user that a request asks to become, as the headers have it. Absent fields are empty. */
export interface WantedUser {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: ReadonlyMap<string, readonly string[]>;
}

const extraPrefix = "impersonate-extra-";

/** The user in the headers; `undefined` without impersonation. Throws 400 for headers that name no user. */
export function wantedUserOf(headers: HeaderMap): WantedUser | undefined {
  if (!hasImpersonation(headers)) return undefined;
  const wanted = {
    name: headerOf(headers, "impersonate-user") ?? "",
    uid: headerOf(headers, "impersonate-uid") ?? "",
    groups: headerValuesOf(headers, "impersonate-group"),
    extra: extraOf(headers),
  };
  if (wanted.name !== "") return wanted;
  if (wanted.uid === "" && wanted.groups.length === 0 && wanted.extra.size === 0) return undefined;
  throw badRequest(`requested ${inGo(wanted)} without impersonating a user name`);
}

function hasImpersonation(headers: HeaderMap): boolean {
  for (const name in headers) if (name.startsWith("impersonate-")) return true;
  return false;
}

/** The values by their decoded keys. Several headers may have the same key. */
function extraOf(headers: HeaderMap): ReadonlyMap<string, readonly string[]> {
  const extra = new Map<string, readonly string[]>();
  for (const header of Object.keys(headers)) {
    if (!header.startsWith(extraPrefix)) continue;
    const encoded = header.slice(extraPrefix.length);
    const key = decodePath(encoded) ?? encoded; // kube-apiserver takes a key that cannot be decoded literally.
    extra.set(key, [...(extra.get(key) ?? []), ...headerValuesOf(headers, header)]);
  }
  return extra;
}

/** The user as Go prints it with `%#v`. */
function inGo({ name, uid, groups, extra }: WantedUser): string {
  const list = (texts: readonly string[]): string => `[]string{${texts.map((text) => quoteGoString(text)).join(", ")}}`;
  const entries = [...extra].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const shownExtra = entries.map(([key, values]) => `${quoteGoString(key)}:${list(values)}`).join(", ");
  const fields = [
    `Name:${quoteGoString(name)}`,
    `UID:${quoteGoString(uid)}`,
    `Groups:${groups.length === 0 ? "[]string(nil)" : list(groups)}`,
    `Extra:map[string][]string${extra.size === 0 ? "(nil)" : `{${shownExtra}}`}`,
  ];
  return `&user.DefaultInfo{${fields.join(", ")}}`;
}
