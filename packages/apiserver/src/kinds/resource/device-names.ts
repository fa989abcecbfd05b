/** Names of drivers, pools, devices and their attributes. The check of a driver is that of a storage driver (`../storage/driver-name.ts`). */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, isCIdentifier, quoteGoString } from "@kubewright/apimachinery";
import { checkDnsLabel, checkDnsSubdomain, invalidFor } from "../field-checks.ts";
import { checkDriverName } from "../storage/driver-name.ts";

const poolNameBytesMax = 253;
const identifierBytesMax = 32;
/** The longest domain, a slash and the longest identifier. */
export const attributeNameBytesMax: number = 63 + 1 + identifierBytesMax;

/** Checks a path of DNS subdomains. */
export function checkPoolName(name: string, path: FieldPath): readonly FieldError[] {
  if (name === "") return [field.required(path, "")];
  return [
    ...(Buffer.byteLength(name) > poolNameBytesMax ? [field.tooLong(path, poolNameBytesMax)] : []),
    ...name.split("/").flatMap((part) => checkDnsSubdomain(part, path)),
  ];
}

/** Checks the name of an attribute or capacity: an identifier, with or without a domain. More than one slash is accepted. */
export function checkAttributeName(name: string, path: FieldPath): readonly FieldError[] {
  const [first = "", second, ...more] = name.split("/");
  if (second === undefined) return checkIdentifier(first, path);
  if (more.length > 0) return [];
  return [
    ...(first === "" ? [field.invalid(path, "", "the domain must not be empty")] : checkDriverName(first, path)),
    ...(second === "" ? [field.invalid(path, "", "the name must not be empty")] : checkIdentifier(second, path)),
  ];
}

/** Checks the name of an attribute with its domain. */
export function checkFullAttributeName(name: string, path: FieldPath): readonly FieldError[] {
  const errors = checkAttributeName(name, path);
  if (name.includes("/")) return errors;
  const text = "a fully qualified name must be a domain and a name separated by a slash";
  return [...errors, field.invalid(path, name, text)];
}

function checkIdentifier(name: string, path: FieldPath): readonly FieldError[] {
  return [
    ...(Buffer.byteLength(name) > identifierBytesMax ? [field.tooLong(path, identifierBytesMax)] : []),
    ...invalidFor(path, name, isCIdentifier(name)),
  ];
}

export interface RequestNames {
  readonly has: (name: string) => boolean;
}

/** Checks a reference to a request of the claim, or to a subrequest as `request/subrequest`. */
export function checkRequestReference(name: string, path: FieldPath, known: RequestNames): readonly FieldError[] {
  const text = "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";
  const parts = name.split("/");
  if (parts.length > 2) return [field.invalid(path, name, text)];
  return [
    ...parts.flatMap((part) => checkDnsLabel(part, path)),
    ...(known.has(name) ? [] : [field.invalid(path, name, text)]),
  ];
}

const normalForm =
  "uid must be in RFC 4122 normalized form, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` with lowercase hexadecimal characters";

/** Checks the ID of a share of a device, a UUID. */
export function checkShareId(id: string | undefined, path: FieldPath): readonly FieldError[] {
  if (id === undefined) return [];
  const problem = uuidProblem(id);
  if (problem !== undefined) return [field.invalid(path, id, `error validating uid: ${problem}`)];
  return id.length === 36 && id === id.toLowerCase() ? [] : [field.invalid(path, id, normalForm)];
}

const wrongFormat = "invalid UUID format";

/** The parser also accepts braces, the prefix of a URN, and no hyphens. */
function uuidProblem(id: string): string | undefined {
  const hyphenated = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;
  const check = (text: string): string | undefined => (hyphenated.test(text) ? undefined : wrongFormat);
  switch (Buffer.byteLength(id)) {
    case 36:
      return check(id);
    case 45: {
      const prefix = id.slice(0, 9);
      if (prefix.toLowerCase() !== "urn:uuid:") return `invalid urn prefix: ${quoteGoString(prefix)}`;
      return check(id.slice(9));
    }
    case 38:
      return id.startsWith("{") && id.endsWith("}") ? check(id.slice(1, -1)) : "invalid bracketed UUID format";
    case 32:
      return /^[0-9a-f]{32}$/iu.test(id) ? undefined : wrongFormat;
    default:
      return `invalid UUID length: ${Buffer.byteLength(id)}`;
  }
}
