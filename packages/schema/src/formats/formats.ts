// The string formats that schemas of custom resources can require. Other formats are not checked, as in kube-apiserver.
// https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation

import { isDate, isDns1123Label, isDns1123Subdomain } from "@kubewright/apimachinery";
import { isCidr, isIpv4, isIpv6 } from "./ip.ts";
import { parseDuration } from "./duration.ts";
import { isBase64, isCreditCard, isIsbn10, isIsbn13, isRgbColor } from "./number-formats.ts";
import { isEmail, isHostname, isMac, isUri } from "./text-formats.ts";

/** Whether a text has a format. */
export type FormatCheck = (text: string) => boolean;

/** Whether a format is checked for values of a type. */
export function isKnown(format: string, type: string): boolean {
  switch (type) {
    case "":
    case "string":
      return formatCheckOf(format) !== undefined;
    case "integer":
      return format === "int32" || format === "int64";
    case "number":
      return format === "float" || format === "double";
    default:
      return false;
  }
}

/** Returns the check of a format, or `undefined` if kube-apiserver does not know the format. Dashes in its name do not count. */
export function formatCheckOf(format: string): FormatCheck | undefined {
  const name = format.replaceAll("-", "");
  return Object.hasOwn(checks, name) ? checks[name] : undefined;
}

const checks: { readonly [name: string]: FormatCheck } = {
  bsonobjectid: (text) => /^[0-9a-fA-F]{24}$/.test(text),
  byte: isBase64,
  cidr: isCidr,
  creditcard: isCreditCard,
  date: isDate,
  datetime: isDateTime,
  duration: (text) => parseDuration(text) !== undefined,
  email: isEmail,
  hexcolor: (text) => /^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/.test(text),
  hostname: isHostname,
  ipv4: isIpv4,
  ipv6: isIpv6,
  isbn: (text) => isIsbn10(text) || isIsbn13(text),
  isbn10: isIsbn10,
  isbn13: isIsbn13,
  k8slongname: (text) => isDns1123Subdomain(text).length === 0,
  k8sshortname: (text) => isDns1123Label(text).length === 0,
  mac: isMac,
  password: () => true,
  rgbcolor: isRgbColor,
  ssn: (text) => text.length === 11 && /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text),
  uri: isUri,
  uuid: (text) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i.test(text),
  uuid3: (text) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i.test(text),
  uuid4: (text) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i.test(text),
  uuid5: (text) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i.test(text),
};

function isDateTime(text: string): boolean {
  const [date = "", time = ""] = text.toLowerCase().split("t");
  const match = /^(\d{2}):(\d{2}):(\d{2})(?:.\d+)?(?:z|[+-]\d{2}:\d{2})$/.exec(time);
  if (match === null || !isDate(date)) return false;
  const [, hour = "", minute = "", second = ""] = match;
  return hour <= "23" && minute <= "59" && second <= "59";
}
