// Formats of addresses and names. For e-mail addresses and URIs, kube-apiserver uses Go's parsers. The rules here cover the common
// cases; the README lists the values with different results.

/** An absolute URI, or an absolute path. */
export function isUri(text: string): boolean {
  // A request URI is not empty and has no control characters.
  if (text === "" || /[\u0000-\u001f\u007f]/.test(text)) return false;
  const scheme = /^[a-zA-Z][a-zA-Z0-9+.-]*:/.exec(text)?.[0] ?? "";
  const rest = text.slice(scheme.length);
  // Without a slash the rest is opaque: urn:x:y.
  if (!rest.startsWith("/")) return scheme !== "";
  const [hierarchy = ""] = rest.split("?", 1);
  if (scheme === "" || !hierarchy.startsWith("//")) return isEscaped(hierarchy);
  const slash = hierarchy.indexOf("/", 2);
  const end = slash === -1 ? hierarchy.length : slash;
  return isAuthority(hierarchy.slice(2, end)) && isEscaped(hierarchy.slice(end));
}

/** An e-mail address, with or without a name in front: `a@b.c`, `Some Body <a@b.c>`. */
export function isEmail(text: string): boolean {
  const trimmed = text.trim();
  const bracketed = /^[^<>]*<([^<>]*)>$/.exec(trimmed)?.[1];
  const address = bracketed ?? trimmed;
  const at = address.lastIndexOf("@");
  return at > 0 && isLocalPart(address.slice(0, at)) && isDotAtom(address.slice(at + 1));
}

/** An Internet host name, of at most 255 bytes. */
export function isHostname(text: string): boolean {
  if (text.length > 255 || Buffer.byteLength(text, "utf8") > 255) return false;
  const parts = text.split(".");
  if (parts.some((part) => Buffer.byteLength(part, "utf8") > 63)) return false;
  const last = parts.at(-1) ?? "";
  if (parts.length === 1) return /^[a-zA-Z0-9\p{S}\p{L}](-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?$/u.test(last);
  return parts.slice(0, -1).every((part) => isHostLabel(part)) && /^[a-zA-Z\p{L}]{2,63}$/u.test(last);
}

/** A hardware address of 6, 8 or 20 bytes, in one of the usual notations. */
export function isMac(text: string): boolean {
  if (/^[0-9a-fA-F]+$/.test(text)) return [12, 16, 40].includes(text.length);
  if (/^[0-9a-fA-F]{2}([:-])[0-9a-fA-F]{2}(\1[0-9a-fA-F]{2})+$/.test(text)) {
    return [6, 8, 20].includes((text.length + 1) / 3);
  }
  return /^[0-9a-fA-F]{4}(\.[0-9a-fA-F]{4})+$/.test(text) && [3, 4, 10].includes((text.length + 1) / 5);
}

function isEscaped(text: string): boolean {
  return !/%(?![0-9a-fA-F]{2})/.test(text);
}

function isAuthority(authority: string): boolean {
  const host = authority.slice(authority.lastIndexOf("@") + 1);
  // Of ASCII characters, only the percent sign before a zone is written as an escape there.
  if (/%(?!25|[89a-fA-F][0-9a-fA-F])/.test(host)) return false;
  if (host.startsWith("[")) return /^\[[0-9a-fA-F:.%]+\](:\d*)?$/.test(host);
  return /^[^\s"<>[\]:\\^`{|}]*(:\d*)?$/.test(host);
}

function isLocalPart(local: string): boolean {
  return isDotAtom(local) || /^"(?:[^"\\\r\n]|\\[^\r\n])*"$/.test(local);
}

function isDotAtom(text: string): boolean {
  return text.split(".").every((atom) => /^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~\-\u0080-\uffff]+$/.test(atom));
}

function isHostLabel(label: string): boolean {
  return /^[a-zA-Z0-9\-\p{S}\p{L}]+$/u.test(label) && !label.startsWith("-") && !label.endsWith("-");
}
