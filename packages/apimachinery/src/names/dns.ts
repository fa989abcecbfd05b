// DNS names. Each check returns the messages of kube-apiserver; an empty list for a valid name.

import { byteLength, regexMessage } from "./messages.ts";

const label1123 = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const subdomain1123 = `${label1123}(\\.${label1123})*`;
const label1035 = "[a-z]([-a-z0-9]*[a-z0-9])?";

/** The longest DNS label, in bytes. */
export const dnsLabelLengthMax = 63;
/** The longest DNS subdomain, in bytes. */
export const dnsSubdomainLengthMax = 253;

// The patterns above are only part of messages. The checks do not use them, so that malicious names take linear time.

/** RFC 1123 label: lower case, digits and dashes, at most 63 bytes. Names of namespaces. */
export function isDns1123Label(value: string): string[] {
  const messages = tooLong(value, dnsLabelLengthMax);
  if (isLabel(value)) return messages;
  if (isSubdomain(value)) return [...messages, "must not contain dots"];
  const text =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character";
  return [...messages, regexMessage(text, label1123, "my-name", "123-abc")];
}

/** RFC 1123 subdomain: labels joined by dots, at most 253 bytes. Names of most objects. */
export function isDns1123Subdomain(value: string): string[] {
  const messages = tooLong(value, dnsSubdomainLengthMax);
  if (isSubdomain(value)) return messages;
  const text =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
  return [...messages, regexMessage(text, subdomain1123, "example.com")];
}

/** RFC 1035 label: as a 1123 label, but starting with a letter. Names of services, versions and resources. */
export function isDns1035Label(value: string): string[] {
  const messages = tooLong(value, dnsLabelLengthMax);
  if (isLabel(value) && !/^[0-9]/.test(value)) return messages;
  const text =
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character";
  return [...messages, regexMessage(text, label1035, "my-name", "abc-123")];
}

/** A subdomain whose first label is `*`. Hosts of an Ingress. */
export function isWildcardDns1123Subdomain(value: string): string[] {
  const messages = tooLong(value, dnsSubdomainLengthMax);
  if (value.startsWith("*.") && isSubdomain(value.slice(2))) return messages;
  const text =
    "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character";
  return [...messages, regexMessage(text, `\\*\\.${subdomain1123}`, "*.example.com")];
}

function isLabel(value: string): boolean {
  return /^[-a-z0-9]+$/.test(value) && !value.startsWith("-") && !value.endsWith("-");
}

function isSubdomain(value: string): boolean {
  // One pass over the characters, because names are checked very often.
  let before = dot;
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    const isAllowed = code === dash ? before !== dot : isLetterOrDigit(code === dot ? before : code);
    if (!isAllowed) return false;
    before = code;
  }
  return isLetterOrDigit(before);
}

const [dash, dot] = [0x2d, 0x2e];

function isLetterOrDigit(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
}

function tooLong(value: string, bytesMax: number): string[] {
  return byteLength(value) > bytesMax ? [`must be no more than ${bytesMax} characters`] : [];
}
