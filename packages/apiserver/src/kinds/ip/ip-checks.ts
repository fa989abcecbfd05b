/** Checks of addresses and networks in fields, with the messages of kube-apiserver, and warnings about their format. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, formatFieldPath } from "@kubewright/apimachinery";
import { readIp, readPrefix } from "./ip-text.ts";

/** The message about a string that is not an address. */
export const ipMessage = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";

const prefixMessage = "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)";

/** Checks an address in a field that once accepted non-canonical ones. Values of the old object (`kept`) are accepted. */
export function checkIp(text: string, path: FieldPath, kept?: ReadonlySet<string>): readonly FieldError[] {
  if (kept?.has(text) === true) return [];
  const address = readIp(text);
  if (address === undefined) return [field.invalid(path, text, ipMessage)];
  if (address.hasLeadingZeros) return [field.invalid(path, text, "must not have leading 0s")];
  return address.isMapped ? [field.invalid(path, text, "must not be an IPv4-mapped IPv6 address")] : [];
}

/** Checks an address that must be canonical. */
export function checkCanonicalIp(text: string, path: FieldPath): readonly FieldError[] {
  const errors = checkIp(text, path);
  if (errors.length > 0) return errors;
  const canonical = readIp(text)?.canonical;
  return canonical === text ? [] : [field.invalid(path, text, `must be in canonical form ("${canonical}")`)];
}

/** Checks a network in a field that once accepted non-canonical ones. Values of the old object (`kept`) are accepted. */
export function checkPrefix(text: string, path: FieldPath, kept?: ReadonlySet<string>): readonly FieldError[] {
  if (kept?.has(text) === true) return [];
  const prefix = readPrefix(text);
  if (prefix === undefined) return [field.invalid(path, text, prefixMessage)];
  if (prefix.hasLeadingZeros) return [field.invalid(path, text, "must not have leading 0s in IP or prefix length")];
  if (prefix.address.isMapped) return [field.invalid(path, text, "must not have an IPv4-mapped IPv6 address")];
  return prefix.isNetwork ? [] : [field.invalid(path, text, "must not have bits set beyond the prefix length")];
}

/** Checks a network that must be canonical. */
export function checkCanonicalPrefix(text: string, path: FieldPath): readonly FieldError[] {
  const errors = checkPrefix(text, path);
  if (errors.length > 0) return errors;
  const canonical = readPrefix(text)?.canonical;
  return canonical === text ? [] : [field.invalid(path, text, `must be in canonical form ("${canonical}")`)];
}

/** Checks the address of an interface with the length of its network: `10.9.8.7/24`. It must be canonical. */
export function checkInterfaceAddress(text: string, path: FieldPath): readonly FieldError[] {
  const prefix = readPrefix(text);
  if (prefix === undefined) {
    const message = "must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)";
    return [field.invalid(path, text, message)];
  }
  const { address, length } = prefix;
  const mappedBits = 96;
  const canonical = `${address.canonical}/${address.isMapped && length > 32 ? length - mappedBits : length}`;
  return canonical === text ? [] : [field.invalid(path, text, `must be in canonical form ("${canonical}")`)];
}

/** Warnings about an address that is accepted but not canonical. */
export function ipWarnings(text: string, path: FieldPath): readonly string[] {
  const address = readIp(text);
  if (address === undefined || address.canonical === text) return [];
  const where = `${formatFieldPath(path)}:`;
  if (address.hasLeadingZeros || address.isMapped) {
    return [`${where} non-standard IP address "${text}" is invalid: use "${address.canonical}"`];
  }
  return [`${where} IPv6 address "${text}" should be in RFC 5952 canonical format ("${address.canonical}")`];
}

/** Warnings about a network that is accepted but not canonical. */
export function prefixWarnings(text: string, path: FieldPath): readonly string[] {
  const prefix = readPrefix(text);
  if (prefix === undefined || prefix.canonical === text) return [];
  const { address, canonical, hasLeadingZeros, isNetwork } = prefix;
  const where = `${formatFieldPath(path)}:`;
  const warnings: string[] = [];
  if (!isNetwork) {
    const alone = `${address.canonical}/${address.family === "IPv4" ? 32 : 128}`;
    warnings.push(
      `${where} CIDR value "${text}" is ambiguous in this context (should be "${canonical}" or "${alone}"?)`,
    );
  }
  if (hasLeadingZeros || address.isMapped) {
    warnings.push(`${where} non-standard CIDR value "${text}" is invalid: use "${canonical}"`);
  }
  if (warnings.length > 0) return warnings;
  return [`${where} IPv6 CIDR value "${text}" should be in RFC 5952 canonical format ("${canonical}")`];
}
