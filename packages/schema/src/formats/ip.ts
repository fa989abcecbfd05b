// IP addresses as Go's net.ParseIP takes them, with leading zeros in IPv4 parts allowed as upstream does.

/** An IPv4 address, also one written as an IPv6 address (`::ffff:1.2.3.4`). */
export function isIpv4(text: string): boolean {
  return text.includes(".") && (isDotted(text) || isColoned(text));
}

/** An IPv6 address without a zone. */
export function isIpv6(text: string): boolean {
  return text.includes(":") && isColoned(text);
}

/** An address and the length of a prefix: `10.0.0.0/8`. */
export function isCidr(text: string): boolean {
  const slash = text.indexOf("/");
  const [address, bits] = [text.slice(0, slash), text.slice(slash + 1)];
  if (slash === -1 || !/^\d{1,3}$/.test(bits)) return false;
  if (isDotted(address)) return Number(bits) <= 32;
  return isColoned(address) && Number(bits) <= 128;
}

function isDotted(text: string): boolean {
  const parts = text.split(".");
  return parts.length === 4 && parts.every((part) => /^\d{1,10}$/.test(part) && Number(part) <= 255);
}

function isColoned(text: string): boolean {
  const halves = text.split("::");
  if (halves.length > 2) return false;
  let groups = 0;
  for (const [index, half] of halves.entries()) {
    const count = countGroups(half, index === halves.length - 1);
    if (count === undefined) return false;
    groups += count;
  }
  // "::" stands for at least one group.
  return halves.length === 2 ? groups <= 7 : groups === 8;
}

function countGroups(half: string, isLast: boolean): number | undefined {
  if (half === "") return 0;
  const parts = half.split(":");
  let groups = 0;
  for (const [index, part] of parts.entries()) {
    const isEmbedded = isLast && index === parts.length - 1 && isDotted(part);
    if (!isEmbedded && !/^[0-9a-fA-F]{1,4}$/.test(part)) return undefined;
    groups += isEmbedded ? 2 : 1;
  }
  return groups;
}
