// The name of a client as a field manager.

/** The maximum length, in bytes, of a name that comes from a User-Agent. */
const nameBytesMax = 128;

/** The `fieldManager` option, or else the start of the User-Agent; `unknown` if that has no printable character. */
export function managerName(fieldManager: string, userAgent: string): string {
  if (fieldManager !== "") return fieldManager;
  const [first = ""] = userAgent.split("/", 1);
  if (ordinary.test(first)) return first;
  let name = "";
  let bytes = 0;
  for (const character of first) {
    if (!printable.test(character)) continue;
    bytes += Buffer.byteLength(character);
    if (bytes > nameBytesMax) break;
    name += character;
  }
  return name === "" ? "unknown" : name;
}

/** The usual start of a User-Agent, which is the whole name. */
const ordinary = /^[ -~]{1,128}$/;

const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;
