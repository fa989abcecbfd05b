// Keys and values of labels, and the qualified names that share their form: annotation keys, finalizers, condition types.
// https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set

import { dnsSubdomainLengthMax, isDns1123Subdomain } from "./dns.ts";
import { byteLength, emptyMessage, regexMessage } from "./messages.ts";

const namePattern = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
const nameText =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";

/** The longest label value, and the longest name part of a key, in bytes. */
export const labelLengthMax = 63;

/** Fast path: matches almost every qualified name, with or without a DNS subdomain. */
const plainQualifiedName = /^(?:[a-z0-9]+(?:[-.][a-z0-9]+)*\/)?[A-Za-z0-9]+(?:[-_.]+[A-Za-z0-9]+)*$/;

/** A name with an optional DNS subdomain as prefix: `app`, `example.com/app`. */
export function isQualifiedName(value: string): string[] {
  if (value.length <= labelLengthMax && plainQualifiedName.test(value)) return [];
  const slash = value.indexOf("/");
  if (slash !== value.lastIndexOf("/")) {
    const text = regexMessage(nameText, namePattern, "MyName", "my.name", "123-abc");
    return [`a valid label key ${text} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  }
  if (slash === -1) return checkName(value);
  return [...checkPrefix(value.slice(0, slash)), ...checkName(value.slice(slash + 1))];
}

/** The value of a label: empty, or at most 63 bytes of letters, digits, `-`, `_` and `.`. */
export function isLabelValue(value: string): string[] {
  const messages = byteLength(value) > labelLengthMax ? [tooLong(labelLengthMax)] : [];
  if (value === "" || isName(value)) return messages;
  const text =
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
  return [...messages, regexMessage(text, `(${namePattern})?`, "MyValue", "my_value", "12345")];
}

function checkPrefix(prefix: string): string[] {
  if (prefix === "") return [`prefix part ${emptyMessage}`];
  // kube-apiserver has two versions of this check. The message of this one counts bytes.
  return isDns1123Subdomain(prefix).map((message) =>
    message.startsWith("must be no more than")
      ? `prefix part ${tooLong(dnsSubdomainLengthMax)}`
      : `prefix part ${message}`,
  );
}

function checkName(name: string): string[] {
  const messages: string[] = [];
  if (name === "") messages.push(`name part ${emptyMessage}`);
  else if (byteLength(name) > labelLengthMax) messages.push(`name part ${tooLong(labelLengthMax)}`);
  if (!isName(name)) {
    messages.push(`name part ${regexMessage(nameText, namePattern, "MyName", "my.name", "123-abc")}`);
  }
  return messages;
}

function isName(name: string): boolean {
  return /^[-A-Za-z0-9_.]+$/.test(name) && !/^[-_.]|[-_.]$/.test(name);
}

function tooLong(bytesMax: number): string {
  return `must be no more than ${bytesMax} bytes`;
}
