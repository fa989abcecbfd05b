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
  readonly text: string;
  readonly scheme: string;
  readonly host: string;
  /** As written. */
  readonly path: string;
  readonly query: string;
}

class UrlError extends Error {
  override readonly name = "UrlError";
}

class UrlValue extends OpaqueValue {
  override readonly type: CelType = urlType;
  readonly url: Url;

  constructor(url: Url) {
    super();
    this.url = url;
  }

  override equals(other: Value): boolean | CelError {
    return other instanceof UrlValue ? this.url.text === other.url.text : noSuchOverload();
  }
}

/** `url("https://example.com:80/a?b=c").getHost()` and the like. */
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
        value instanceof UrlValue ? queryOf(value.url.query) : noSuchOverload(),
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
  const problem = requestUriProblem(text);
  if (problem === undefined) return new UrlValue(parseUrl(text.replace(/#.*$/su, "")));
  return new CelError(`URL parse error during conversion from string: ${problem}`);
}

/** Returns the error of a string that is not a request URI, or `undefined`. */
export function requestUriProblem(text: string): string | undefined {
  try {
    parseUrl(text);
    return undefined;
  } catch (error) {
    if (error instanceof UrlError) return `parse ${quoteGoString(text)}: ${error.message}`;
    throw error;
  }
}

/** @throws {UrlError} */
function parseUrl(text: string): Url {
  if (/[\u0000-\u001f\u007f]/.test(text)) throw new UrlError("net/url: invalid control character in URL");
  if (text === "") throw new UrlError("empty url");
  if (text.startsWith(":")) throw new UrlError("missing protocol scheme");
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(text)?.[1] ?? "";
  const rest = scheme === "" ? text : text.slice(scheme.length + 1);
  const mark = rest.indexOf("?");
  const before = mark === -1 ? rest : rest.slice(0, mark);
  const url = { text, scheme: scheme.toLowerCase(), query: mark === -1 ? "" : rest.slice(mark + 1) };
  if (text === "*") return { ...url, host: "", path: "*" };
  if (!before.startsWith("/")) {
    if (scheme === "") throw new UrlError("invalid URI for request");
    return { ...url, host: "", path: "" };
  }
  if (scheme === "" || !before.startsWith("//")) return { ...url, host: "", path: checkEscapes(before) };
  const slash = before.indexOf("/", 2);
  const authority = slash === -1 ? before.slice(2) : before.slice(2, slash);
  const host = parseAuthority(url.scheme, authority);
  return { ...url, host, path: checkEscapes(slash === -1 ? "" : before.slice(slash)) };
}

function checkEscapes(text: string): string {
  const wrong = /%(?![0-9a-fA-F]{2}).{0,2}/su.exec(text)?.[0];
  if (wrong !== undefined) throw new UrlError(`invalid URL escape ${quoteGoString(wrong)}`);
  return text;
}

function parseAuthority(scheme: string, authority: string): string {
  const at = authority.lastIndexOf("@");
  const host = parseHost(scheme, authority.slice(at + 1));
  if (at !== -1 && !/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(authority.slice(0, at))) {
    throw new UrlError("net/url: invalid userinfo");
  }
  if (at !== -1) checkEscapes(authority.slice(0, at));
  return host;
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
  if (isValid) return path;
  return Array.from(Buffer.from(unescape(path)), (byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9\-._~$&+,/:;=@]/.test(character) && byte < 128
      ? character
      : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
}

// Parts that are no valid query are left out.
function queryOf(query: string): EntryMap {
  const values = new Map<string, string[]>();
  for (const pair of query.split("&")) {
    if (pair === "" || pair.includes(";")) continue;
    const equals = pair.indexOf("=");
    const key = unescapeQuery(equals === -1 ? pair : pair.slice(0, equals));
    const value = unescapeQuery(equals === -1 ? "" : pair.slice(equals + 1));
    if (key === undefined || value === undefined) continue;
    values.set(key, [...(values.get(key) ?? []), value]);
  }
  return new EntryMap(Array.from(values, ([key, list]) => [key, new ArrayList(list)] as const));
}

function unescapeQuery(text: string): string | undefined {
  return /%(?![0-9a-fA-F]{2})/.test(text) ? undefined : unescape(text.replaceAll("+", " "));
}
