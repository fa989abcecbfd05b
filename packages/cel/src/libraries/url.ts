// The URL library of Kubernetes, with URLs as Go's net/url reads them: paths, hosts and queries keep their spelling.

import { parseIpAddress, quoteGoString } from "@kubewright/apimachinery";
import type { FunctionDeclaration } from "../checking/declarations.ts";
import { declare, member, overload } from "../checking/declarations.ts";
import type { CelType } from "../types/type.ts";
import { boolType, listOf, mapOf, stringType, structType } from "../types/type.ts";
import { ArrayList, EntryMap } from "../values/containers.ts";
import type { Value } from "../values/value.ts";
import { CelError, noSuchOverload, OpaqueValue } from "../values/value.ts";
import type { Library } from "./library.ts";

const urlType = structType("kubernetes.URL");

/** The parts of a URL. */
interface Url {
  readonly scheme: string;
  /** The part after the scheme of a URL without a path: `a@b` in `mailto:a@b`. */
  readonly opaque: string;
  /** The part before the host: `user:password`. */
  readonly user: string | undefined;
  readonly host: string;
  /** The URL has `//`, also before an empty host. */
  readonly hasAuthority: boolean;
  /** As written. */
  readonly path: string;
  /** As written; `undefined` without a question mark. */
  readonly query: string | undefined;
  readonly fragment: string;
}

class UrlError extends Error {
  override readonly name = "UrlError";
}

class UrlValue extends OpaqueValue {
  override readonly goType = "cel.URL";
  override readonly type: CelType = urlType;
  readonly url: Url;

  constructor(url: Url) {
    super();
    this.url = url;
  }

  override equals(other: Value): boolean | CelError {
    return other instanceof UrlValue ? formatUrl(this.url) === formatUrl(other.url) : noSuchOverload();
  }

  override get goForm(): string {
    return `(*url.URL)${formatUrl(this.url)}`;
  }
}

/** Functions such as `url("https://example.com:80/a?b=c").getHost()`. */
export const urlLibrary: Library = {
  name: "kubernetes url",
  functions: [
    declare("url", overload("string_to_url", [stringType], urlType, urlOf)),
    declare(
      "isURL",
      overload("is_url_string", [stringType], boolType, (text: Value) => !(urlOf(text) instanceof CelError)),
    ),
    part("getScheme", "url_get_scheme", ({ scheme }) => scheme),
    part("getHost", "url_get_host", ({ host }) => host),
    part("getHostname", "url_get_hostname", ({ host }) => splitHost(host).name),
    part("getPort", "url_get_port", ({ host }) => splitHost(host).port),
    part("getEscapedPath", "url_get_escaped_path", ({ path }) => escapePath(path)),
    declare(
      "getQuery",
      member("url_get_query", [urlType], mapOf(stringType, listOf(stringType)), (value: Value) =>
        value instanceof UrlValue ? queryOf(value.url.query ?? "") : noSuchOverload(),
      ),
    ),
  ],
};

function part(name: string, id: string, read: (url: Url) => string): FunctionDeclaration {
  return declare(
    name,
    member(id, [urlType], stringType, (value: Value) =>
      value instanceof UrlValue ? read(value.url) : noSuchOverload(),
    ),
  );
}

function urlOf(text: Value): Value {
  if (typeof text !== "string") return noSuchOverload();
  const problem = requestUriProblem(text) ?? problemOf(text);
  return problem === undefined ? new UrlValue(parseUrl(text)) : new CelError(`${failure}: ${problem}`);
}

const failure = "URL parse error during conversion from string";

/** Returns the error of a string that is not a request URI, or `undefined`. */
export function requestUriProblem(text: string): string | undefined {
  return problemOf(text, true);
}

function problemOf(text: string, isRequest = false): string | undefined {
  try {
    parseUrl(text, isRequest);
    return undefined;
  } catch (error) {
    if (error instanceof UrlError) return `parse ${quoteGoString(text)}: ${error.message}`;
    throw error;
  }
}

/** Parses a URL. A request URI is absolute, and has no fragment and no host without a scheme. @throws {UrlError} */
function parseUrl(text: string, isRequest = false): Url {
  const hash = isRequest ? -1 : text.indexOf("#");
  const fragment = hash === -1 ? "" : text.slice(hash + 1);
  const url = hash === -1 ? text : text.slice(0, hash);
  if (/[\u0000-\u001f\u007f]/.test(url)) throw new UrlError("net/url: invalid control character in URL");
  if (url === "" && isRequest) throw new UrlError("empty url");
  if (url.startsWith(":")) throw new UrlError("missing protocol scheme");
  return { ...parseParts(url, isRequest), fragment: checkEscapes(fragment) };
}

function parseParts(url: string, isRequest: boolean): Omit<Url, "fragment"> {
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(url)?.[1] ?? "";
  const rest = scheme === "" ? url : url.slice(scheme.length + 1);
  const mark = rest.indexOf("?");
  const before = mark === -1 ? rest : rest.slice(0, mark);
  const query = mark === -1 ? undefined : rest.slice(mark + 1);
  const parts = { scheme: scheme.toLowerCase(), opaque: "", user: undefined, host: "", hasAuthority: false, query };
  if (url === "*") return { ...parts, path: "*" };
  if (!before.startsWith("/")) {
    if (scheme !== "") return { ...parts, opaque: before, path: "" };
    if (isRequest) throw new UrlError("invalid URI for request");
  }
  const hasAuthority = before.startsWith("//") && (scheme !== "" || (!isRequest && !before.startsWith("///")));
  if (!hasAuthority) return { ...parts, path: checkEscapes(before) };
  const slash = before.indexOf("/", 2);
  const authority = slash === -1 ? before.slice(2) : before.slice(2, slash);
  const path = checkEscapes(slash === -1 ? "" : before.slice(slash));
  return { ...parts, hasAuthority, ...parseAuthority(parts.scheme, authority), path };
}

/** The URL as Go prints it: parts that are valid keep their spelling. */
function formatUrl({ scheme, opaque, user, host, hasAuthority, path, query, fragment }: Url): string {
  const isHost = user !== undefined || host !== "" || (hasAuthority && path !== "" && scheme !== "");
  const authority = isHost ? `//${user === undefined ? "" : `${user}@`}${escapeHost(host)}` : "";
  const main = opaque === "" ? `${authority}${escapePath(path)}` : opaque;
  // A question mark without a query is kept if it is the only one.
  return [scheme === "" ? "" : `${scheme}:`, main, query === undefined ? "" : `?${query}`]
    .concat(fragment === "" ? [] : `#${escapeFragment(fragment)}`)
    .join("");
}

function checkEscapes(text: string): string {
  const wrong = /%(?![0-9a-fA-F]{2}).{0,2}/su.exec(text)?.[0];
  if (wrong !== undefined) throw new UrlError(`invalid URL escape ${quoteGoString(wrong)}`);
  return text;
}

function parseAuthority(scheme: string, authority: string): Pick<Url, "user" | "host"> {
  const at = authority.lastIndexOf("@");
  const host = parseHost(scheme, authority.slice(at + 1));
  if (at !== -1 && !/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(authority.slice(0, at))) {
    throw new UrlError("net/url: invalid userinfo");
  }
  return { host, user: at === -1 ? undefined : checkEscapes(authority.slice(0, at)) };
}

function parseHost(scheme: string, host: string): string {
  const open = host.lastIndexOf("[");
  if (open > 0) throw new UrlError("invalid IP-literal");
  if (open === 0) return parseLiteral(host);
  const [first, last] = [host.indexOf(":"), host.lastIndexOf(":")];
  const isWeb = scheme === "http" || scheme === "https";
  if (first !== -1) checkPort(host.slice(isWeb ? first : last));
  return unescapeHost(host);
}

function parseLiteral(host: string): string {
  const close = host.lastIndexOf("]");
  if (close === -1) throw new UrlError("missing ']' in host");
  const port = host.slice(close + 1);
  checkPort(port);
  const name = host.slice(1, close).replace("%25", "%");
  const address = parseIpAddress(name);
  if (typeof address === "string") throw new UrlError(`invalid host: ${address}`);
  if (address.bytes.length === 4) throw new UrlError("invalid IP-literal");
  return `[${name}]${port}`;
}

function checkPort(port: string): void {
  if (port === "" || /^:\d*$/.test(port)) return;
  throw new UrlError(`invalid port ${quoteGoString(port)} after host`);
}

// Of the characters of ASCII, none may be escaped in a host.
function unescapeHost(host: string): string {
  const wrongEscape = /%(?![89a-fA-F][0-9a-fA-F]).{0,2}/su.exec(host)?.[0];
  if (wrongEscape !== undefined) throw new UrlError(`invalid URL escape ${quoteGoString(wrongEscape)}`);
  const wrong = /[^\u0080-\u{10ffff}A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"%]/u.exec(host)?.[0];
  if (wrong !== undefined) throw new UrlError(`invalid character ${quoteGoString(wrong)} in host name`);
  return unescape(host);
}

function unescape(text: string): string {
  if (!text.includes("%")) return text;
  const bytes: Buffer[] = [];
  for (const [segment] of text.matchAll(/%[0-9a-fA-F]{2}|[^%]+/gsu)) {
    bytes.push(segment.startsWith("%") ? Buffer.from(segment.slice(1), "hex") : Buffer.from(segment));
  }
  return Buffer.concat(bytes).toString();
}

function splitHost(host: string): { readonly name: string; readonly port: string } {
  const [, name = "", port = ""] = /^(.*?)(?::(\d*))?$/su.exec(host) ?? [];
  const bare = name.startsWith("[") && name.endsWith("]") ? name.slice(1, -1) : name;
  return { name: bare, port };
}

// A path that is written in a valid way keeps its spelling; other characters are escaped.
function escapePath(path: string): string {
  if (path === "*") return path;
  const isValid = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/[\]]|%[0-9a-fA-F]{2})*$/.test(path);
  return isValid ? path : escapeAllBut(/[A-Za-z0-9\-._~$&+,/:;=@]/, unescape(path));
}

function escapeFragment(fragment: string): string {
  const isValid = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?[\]]|%[0-9a-fA-F]{2})*$/.test(fragment);
  return isValid ? fragment : escapeAllBut(/[A-Za-z0-9\-._~$&+,/:;=?@!()*]/, unescape(fragment));
}

function escapeHost(host: string): string {
  return escapeAllBut(/[A-Za-z0-9\-._~!$&'()*+,;=:[\]<>"]/, host);
}

function escapeAllBut(allowed: RegExp, text: string): string {
  return Array.from(Buffer.from(text), (byte) => {
    const character = String.fromCharCode(byte);
    return byte < 128 && allowed.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
}

// Invalid parts of a query are left out.
function queryOf(query: string): EntryMap {
  const values = new Map<string, string[]>();
  for (const pair of query.split("&")) {
    if (pair === "" || pair.includes(";")) continue;
    const equals = pair.indexOf("=");
    const key = unescapeQuery(equals === -1 ? pair : pair.slice(0, equals));
    const value = unescapeQuery(equals === -1 ? "" : pair.slice(equals + 1));
    if (key === undefined || value === undefined) continue;
    const list = values.get(key);
    if (list === undefined) values.set(key, [value]);
    else list.push(value);
  }
  return new EntryMap(Array.from(values, ([key, list]) => [key, new ArrayList(list)] as const));
}

function unescapeQuery(text: string): string | undefined {
  return /%(?![0-9a-fA-F]{2})/.test(text) ? undefined : unescape(text.replaceAll("+", " "));
}
