/** Whether a text is an address. Whatever needs to know takes it from here, because sockets come from the same module of Node. */
// oxlint-disable-next-line no-restricted-imports -- isIP is a pure function; no socket is opened.
import { isIP } from "node:net";

/** IPv4 or IPv6; without a zone. */
export function isIpAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes("%");
}
