/**
 * URLs as strings, with the rules of Go's net/url: the platform's `URL` rewrites hosts, ports and paths, and kube-apiserver prints and requests
 * the URL of a webhook unchanged.
 */
import { quoteGoString } from "@kubewright/apimachinery";

/** The components of RFC 3986, section 3. Only `path` is always present; it may be empty. */
export interface UrlParts {
  readonly scheme?: string;
  /** With user information, if any. */
  readonly authority?: string;
  readonly path: string;
  /** Without the question mark. */
  readonly query?: string;
  readonly fragment?: string;
}

const components = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;

/** Splits a URL or a reference; the result is meaningful if `urlProblem` finds nothing. */
export function urlParts(text: string): UrlParts {
  const [, scheme, authority, path = "", query, fragment] = components.exec(text) ?? [];
  return {
    path,
    ...(scheme === undefined ? {} : { scheme: scheme.toLowerCase() }),
    ...(authority === undefined ? {} : { authority }),
    ...(query === undefined ? {} : { query }),
    ...(fragment === undefined ? {} : { fragment }),
  };
}

export function urlText({ scheme, authority, path, query, fragment }: UrlParts): string {
  return [
    scheme === undefined ? "" : `${scheme}:`,
    authority === undefined ? "" : `//${authority}`,
    path,
    query === undefined ? "" : `?${query}`,
    fragment === undefined ? "" : `#${fragment}`,
  ].join("");
}

/** The host with its port, without user information. */
export function hostOf({ authority = "" }: UrlParts): string {
  return authority.slice(authority.lastIndexOf("@") + 1);
}

/** The user information, `undefined` if there is no `@`. */
export function userOf({ authority = "" }: UrlParts): string | undefined {
  const at = authority.lastIndexOf("@");
  return at === -1 ? undefined : authority.slice(0, at);
}

/** The message with which net/url rejects a string; `undefined` if it accepts it. */
export function urlProblem(text: string): string | undefined {
  if (/[\u0000-\u001f\u007f]/.test(text)) return "net/url: invalid control character in URL";
  if (text.startsWith(":")) return "missing protocol scheme";
  const parts = urlParts(text);
  if (parts.scheme === undefined && /^[^/?#]*:/.test(text)) return "first path segment in URL cannot contain colon";
  const escape = /%(?![0-9A-Fa-f]{2}).{0,2}/.exec(text)?.[0];
  if (escape !== undefined) return `invalid URL escape ${quoteGoString(escape)}`;
  return hostProblem(hostOf(parts));
}

function hostProblem(host: string): string | undefined {
  const character = /[\s<>"]/.exec(host)?.[0];
  if (character !== undefined) return `invalid character ${quoteGoString(character)} in host name`;
  const port = /:([^\]:]*)$/.exec(host)?.[1] ?? "";
  return /^\d*$/.test(port) ? undefined : `invalid port ${quoteGoString(`:${port}`)} after host`;
}

/** The absolute URL of a reference (RFC 3986, section 5.2.2, with net/url's treatment of empty paths). */
export function resolveReference(base: UrlParts, reference: UrlParts): UrlParts {
  const scheme = reference.scheme ?? base.scheme;
  const withScheme = scheme === undefined ? {} : { scheme };
  if (reference.scheme !== undefined || reference.authority !== undefined) {
    return { ...reference, ...withScheme, path: withoutDotSegments(escapedPath(reference.path)) };
  }
  const isEmpty = reference.path === "" && reference.query === undefined;
  const { query, fragment } = isEmpty ? { fragment: base.fragment, ...reference, query: base.query } : reference;
  return {
    ...withScheme,
    ...(base.authority === undefined ? {} : { authority: base.authority }),
    path: withoutDotSegments(mergedPath(escapedPath(base.path), escapedPath(reference.path))),
    ...(query === undefined ? {} : { query }),
    ...(fragment === undefined ? {} : { fragment }),
  };
}

function mergedPath(base: string, path: string): string {
  if (path === "") return base;
  return path.startsWith("/") ? path : base.slice(0, base.lastIndexOf("/") + 1) + path;
}

function withoutDotSegments(path: string): string {
  if (path === "") return "";
  const kept: string[] = [];
  const segments = path.replace(/^\//, "").split("/");
  for (const segment of segments) {
    if (segment === "..") kept.pop();
    else if (segment !== ".") kept.push(segment);
  }
  const isFolder = [".", ".."].includes(segments.at(-1) ?? "") && kept.length > 0;
  return `/${kept.join("/")}${isFolder ? "/" : ""}`;
}

/**
 * The path that client-go requests for a configured one: without escapes, empty and dot segments and a slash at the end, then escaped again. So
 * `/a%2Fb/` is requested as `/a/b`.
 */
export function cleanPath(path: string): string {
  const kept: string[] = [];
  for (const segment of unescaped(path).split("/")) {
    if (segment === "..") kept.pop();
    else if (segment !== "" && segment !== ".") kept.push(segment);
  }
  return escaped(`/${kept.join("/")}`);
}

/** The path as net/url prints it: unchanged if all of its characters are valid in a path. */
export function escapedPath(path: string): string {
  return /^[A-Za-z0-9\-._~!$&'()*+,;=:@[\]%/]*$/.test(path) ? path : escaped(unescaped(path));
}

/** The string without escapes, with one character per byte, because escapes need not be UTF-8. */
function unescaped(text: string): string {
  return Buffer.from(text)
    .toString("latin1")
    .replace(/%([0-9A-Fa-f]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

function escaped(bytes: string): string {
  return bytes.replace(
    /[^A-Za-z0-9\-._~$&+,/:;=@]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
}
