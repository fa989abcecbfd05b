/** Errors of the addresses of endpoints: those of the local machine and link are rejected. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field } from "@kubewright/apimachinery";
import { readIp } from "../ip/ip-text.ts";

/** Patterns of rejected addresses, with the messages of kube-apiserver. */
const rejectedPatterns: readonly (readonly [pattern: RegExp, text: (address: string) => string])[] = [
  [/^(?:0\.0\.0\.0|::)$/, (address) => `may not be unspecified (${address})`],
  [/^(?:127\.|::1$)/, () => "may not be in the loopback range (127.0.0.0/8, ::1/128)"],
  [/^(?:169\.254\.|fe[89ab])/, () => "may not be in the link-local range (169.254.0.0/16, fe80::/10)"],
  [/^(?:224\.0\.0\.|ff02:)/, () => "may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)"],
];

/** Accepts every spelling of an address. */
export function checkEndpointAddress(address: string, path: FieldPath): readonly FieldError[] {
  const canonical = readIp(address)?.canonical;
  if (canonical === undefined) return [field.invalid(path, address, "must be a valid IP address")];
  return rejectedPatterns
    .filter(([pattern]) => pattern.test(canonical))
    .map(([, text]) => field.invalid(path, address, text(address)));
}
