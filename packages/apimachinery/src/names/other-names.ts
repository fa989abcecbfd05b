// Names with special rules: keys of ConfigMaps, environment variables, ports, path segments.

import { dnsSubdomainLengthMax } from "./dns.ts";
import { byteLength, emptyMessage, regexMessage } from "./messages.ts";

/** A key of a ConfigMap or Secret. */
export function isConfigMapKey(value: string): string[] {
  if (/^(?!\.)[-._a-zA-Z0-9]{1,253}$/.test(value)) return []; // Most keys.
  const messages =
    byteLength(value) > dnsSubdomainLengthMax ? [`must be no more than ${dnsSubdomainLengthMax} characters`] : [];
  if (!/^[-._a-zA-Z0-9]+$/.test(value)) {
    const text = "a valid config key must consist of alphanumeric characters, '-', '_' or '.'";
    messages.push(regexMessage(text, "[-._a-zA-Z0-9]+", "key.name", "KEY_NAME", "key-name"));
  }
  return [...messages, ...dotMessages(value)];
}

/** The name of an environment variable by the strict rule. */
export function isEnvVarName(value: string): string[] {
  const messages: string[] = [];
  if (!/^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(value)) {
    const text =
      "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit";
    messages.push(regexMessage(text, "[-._a-zA-Z][-._a-zA-Z0-9]*", "my.env-name", "MY_ENV.NAME", "MyEnvName1"));
  }
  return [...messages, ...dotMessages(value)];
}

/** The name of an environment variable by the rule that Pods follow: printable ASCII without `=`. */
export function isRelaxedEnvVarName(value: string): string[] {
  const messages = value === "" ? [`environment variable name ${emptyMessage}`] : [];
  if (!/^[ -<>-~]*$/.test(value)) {
    messages.push("a valid environment variable name must consist only of printable ASCII characters other than '='");
  }
  return messages;
}

/** A C identifier: letters, digits and `_`, not starting with a digit. */
export function isCIdentifier(value: string): string[] {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(value)) return [];
  const text =
    "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'";
  return [regexMessage(text, "[A-Za-z_][A-Za-z0-9_]*", "my_name", "MY_NAME", "MyName")];
}

/** The name of a container or service port. */
export function isPortName(value: string): string[] {
  const messages: string[] = [];
  if (byteLength(value) > 15) messages.push("must be no more than 15 characters");
  if (!/^[-a-z0-9]+$/.test(value)) {
    messages.push("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
  }
  if (!/[a-z]/.test(value)) messages.push("must contain at least one letter (a-z)");
  if (value.includes("--")) messages.push("must not contain consecutive hyphens");
  if (value.startsWith("-") || value.endsWith("-")) messages.push("must not begin or end with a hyphen");
  return messages;
}

/** A port number. */
export function isPortNumber(value: number): string[] {
  return value >= 1 && value <= 65_535 ? [] : ["must be between 1 and 65535, inclusive"];
}

/** A percentage such as `25%`. */
export function isPercent(value: string): string[] {
  if (/^[0-9]+%$/.test(value)) return [];
  const text = "a valid percent string must be a numeric string followed by an ending '%'";
  return [regexMessage(text, "[0-9]+%", "1%", "93%")];
}

/** The name of an HTTP header. */
export function isHttpHeaderName(value: string): string[] {
  if (/^[-A-Za-z0-9]+$/.test(value)) return [];
  return [
    regexMessage(
      "a valid HTTP header must consist of alphanumeric characters or '-'",
      "[-A-Za-z0-9]+",
      "X-Header-Name",
    ),
  ];
}

/** A segment of a URL path: the names of RBAC objects. */
export function isPathSegmentName(value: string): string[] {
  return value === "." || value === ".." ? [`may not be '${value}'`] : isPathSegmentPrefix(value);
}

/** The beginning of a segment of a URL path. */
export function isPathSegmentPrefix(value: string): string[] {
  return ["/", "%"].filter((illegal) => value.includes(illegal)).map((illegal) => `may not contain '${illegal}'`);
}

function dotMessages(value: string): string[] {
  if (value === "." || value === "..") return [`must not be '${value}'`];
  return value.startsWith("..") ? ["must not start with '..'"] : [];
}
