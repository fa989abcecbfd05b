/** Errors of a webhook's address: a URL of its own, or a path at a service of the cluster. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, isDns1123Subdomain, isPortNumber, quoteGoString } from "@kubewright/apimachinery";
import type { WebhookView } from "./webhook.ts";

type ClientConfig = NonNullable<WebhookView["clientConfig"]>;

const wantedForm = "; desired format: https://host[/path]";

/** Errors of the address at `path`. */
export function checkClientConfig({ url, service }: ClientConfig, path: FieldPath): readonly FieldError[] {
  if ((url === undefined) === (service === undefined)) {
    return [field.required(path, "exactly one of url or service is required")];
  }
  return url === undefined ? checkService(service ?? {}, path.child("service")) : checkUrl(url, path.child("url"));
}

/** The parts of a URL as RFC 3986 (appendix B) takes them apart: the platform's parser would repair what is to be refused. */
const urlParts = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#]*))?[^?#]*(?:\?([^#]*))?(?:#(.*))?$/s;

function checkUrl(url: string, path: FieldPath): readonly FieldError[] {
  const [, scheme = "", authority = "", query = "", fragment = ""] = urlParts.exec(url) ?? [];
  const problem = syntaxProblem(url, scheme, authority);
  if (problem !== undefined) {
    const quoted = quoteGoString(url);
    return [field.required(path, `url must be a valid URL: parse ${quoted}: ${problem}${wantedForm}`)];
  }
  const at = authority.lastIndexOf("@");
  const user = authority.slice(0, Math.max(at, 0));
  const host = authority.slice(at + 1);
  return [
    ...(scheme.toLowerCase() === "https"
      ? []
      : [field.invalid(path, scheme.toLowerCase(), `'https' is the only allowed URL scheme${wantedForm}`)]),
    ...(host === "" ? [field.invalid(path, host, `host must be specified${wantedForm}`)] : []),
    ...(at === -1 ? [] : [field.invalid(path, user, "user information is not permitted in the URL")]),
    ...(fragment === "" ? [] : [field.invalid(path, fragment, "fragments are not permitted in the URL")]),
    ...(query === "" ? [] : [field.invalid(path, query, "query parameters are not permitted in the URL")]),
  ];
}

/** Why a text is no URL at all, in the reference's words; what it would only do wrong is found later. */
function syntaxProblem(url: string, scheme: string, authority: string): string | undefined {
  if (/[\u0000-\u001f\u007f]/.test(url)) return "net/url: invalid control character in URL";
  if (url.startsWith(":")) return "missing protocol scheme";
  if (scheme === "" && /^[^/?#]*:/.test(url)) return "first path segment in URL cannot contain colon";
  const escape = /%(?![0-9A-Fa-f]{2}).{0,2}/.exec(url)?.[0];
  if (escape !== undefined) return `invalid URL escape ${quoteGoString(escape)}`;
  return hostProblem(authority.slice(authority.lastIndexOf("@") + 1)) ?? unusable(url);
}

function hostProblem(host: string): string | undefined {
  const character = /[\s<>"]/.exec(host)?.[0];
  if (character !== undefined) return `invalid character ${quoteGoString(character)} in host name`;
  const port = /:([^\]:]*)$/.exec(host)?.[1] ?? "";
  return /^\d*$/.test(port) ? undefined : `invalid port ${quoteGoString(`:${port}`)} after host`;
}

/** What the reference would accept and fail to call, such as a port that there is not. */
function unusable(url: string): string | undefined {
  return /^https:\/\/[^/?#]/i.test(url) && !URL.canParse(url) ? "invalid host" : undefined;
}

function checkService(service: NonNullable<ClientConfig["service"]>, path: FieldPath): readonly FieldError[] {
  const { name = "", namespace = "", port = 0 } = service;
  const problems = isPortNumber(port);
  return [
    // The reference has the two the wrong way round, in its errors too.
    ...(namespace === "" ? [field.required(path.child("name"), "")] : []),
    ...(name === "" ? [field.required(path.child("namespace"), "")] : []),
    ...(problems.length === 0
      ? []
      : [field.invalid(path.child("port"), port, `port is not valid: ${problems.join(", ")}`)]),
    ...checkPath(service.path ?? "/", path.child("path")),
  ];
}

function checkPath(urlPath: string, path: FieldPath): readonly FieldError[] {
  if (urlPath === "/" || urlPath === "") return [];
  const refuse = (why: string): FieldError => field.invalid(path, urlPath, why);
  if (urlPath === "//") return [refuse("segment[0] may not be empty")];
  const segments = urlPath.slice(1).replace(/\/$/, "").split("/");
  return [
    ...(urlPath.startsWith("/") ? [] : [refuse("must start with a '/'")]),
    ...segments.flatMap((segment, index) =>
      segment === ""
        ? [refuse(`segment[${index}] may not be empty`)]
        : isDns1123Subdomain(segment).map((message) => refuse(`segment[${index}]: ${message}`)),
    ),
  ];
}
