/** Checks of IP addresses in fields that once took sloppy ones. */
import { isIPv4, isIPv6 } from "node:net";
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field } from "@kubewright/apimachinery";

/** `kept` are addresses that the object had before: they stay valid, whatever they are. */
export function checkAddress(address: string, path: FieldPath, kept: readonly string[] = []): readonly FieldError[] {
  if (kept.includes(address)) return [];
  const family = familyOf(address);
  if (family === undefined) {
    return [field.invalid(path, address, "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)")];
  }
  const errors: FieldError[] = [];
  if (withoutLeadingZeros(address) !== address) errors.push(field.invalid(path, address, "must not have leading 0s"));
  else if (isMapped(address)) {
    errors.push(field.invalid(path, address, "must not be an IPv4-mapped IPv6 address"));
  }
  return errors;
}

/** Leading zeros count as none here, and so do zones. */
export function familyOf(address: string): "IPv4" | "IPv6" | undefined {
  const plain = withoutLeadingZeros(address);
  if (isIPv4(plain)) return "IPv4";
  if (!isIPv6(plain) || plain.includes("%")) return undefined;
  return isMapped(plain) ? "IPv4" : "IPv6";
}

function withoutLeadingZeros(address: string): string {
  return address.replaceAll(/(?<=^|\.|:)0+(?=\d+(?:\.|$))(?=[\d.]*$)(?=.*\.)/gu, "");
}

/** `::ffff:1.2.3.4`, in whatever form. */
function isMapped(address: string): boolean {
  return address.includes(":") && /^\[::ffff:[\da-f]+:[\da-f]+\]$/u.test(hostOf(address));
}

/** The canonical form that URLs give an address. */
function hostOf(address: string): string {
  return URL.parse(`http://[${address}]/`)?.hostname ?? "";
}
