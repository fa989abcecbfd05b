// What a client is called among the owners of fields.

/** The longest name, in bytes, that is made of a User-Agent. */
const nameBytesMax = 128;

/** The name that the request gives, or else what its User-Agent begins with; `unknown` when that says nothing. */
export function ownerName(fieldManager: string, userAgent: string): string {
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

/** What almost every client calls itself: all of it is its name. */
const ordinary = /^[ -~]{1,128}$/;

const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;
