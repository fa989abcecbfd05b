/** Errors of the address of an admission or conversion webhook, and of the review versions that it supports. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import {
  field,
  isDns1035Label,
  isDns1123Subdomain,
  isPortNumber,
  quoteGoString,
  repeatedIndexes,
} from "@kubewright/apimachinery";
import { hostOf, urlParts, urlProblem, userOf } from "./url-text.ts";
import type { WebhookView } from "./admission-kind.ts";
import { checkRequired } from "../field-checks.ts";

type ClientConfig = NonNullable<WebhookView["clientConfig"]>;

const urlFormat = "; desired format: https://host[/path]";

/** Errors of the address at `path`. */
export function checkClientConfig({ url, service }: ClientConfig, path: FieldPath): readonly FieldError[] {
  if ((url === undefined) === (service === undefined)) {
    return [field.required(path, "exactly one of url or service is required")];
  }
  return url === undefined ? checkService(service ?? {}, path.child("service")) : checkUrl(url, path.child("url"));
}

function checkUrl(url: string, path: FieldPath): readonly FieldError[] {
  const problem = urlProblem(url) ?? unusable(url);
  if (problem !== undefined) {
    const quoted = quoteGoString(url);
    return [field.required(path, `url must be a valid URL: parse ${quoted}: ${problem}${urlFormat}`)];
  }
  const parts = urlParts(url);
  const { scheme = "", query = "", fragment = "" } = parts;
  const [user, host] = [userOf(parts), hostOf(parts)];
  return [
    ...(scheme === "https" ? [] : [field.invalid(path, scheme, `'https' is the only allowed URL scheme${urlFormat}`)]),
    ...(host === "" ? [field.invalid(path, host, `host must be specified${urlFormat}`)] : []),
    ...(user === undefined ? [] : [field.invalid(path, user, "user information is not permitted in the URL")]),
    ...(fragment === "" ? [] : [field.invalid(path, fragment, "fragments are not permitted in the URL")]),
    ...(query === "" ? [] : [field.invalid(path, query, "query parameters are not permitted in the URL")]),
  ];
}

/** Rejects URLs that kube-apiserver accepts and cannot call, such as those with a port above 65535. */
function unusable(url: string): string | undefined {
  return /^https:\/\/[^/?#]/i.test(url) && !URL.canParse(url) ? "invalid host" : undefined;
}

function checkService(service: NonNullable<ClientConfig["service"]>, path: FieldPath): readonly FieldError[] {
  const { name = "", namespace = "", port = 0 } = service;
  const problems = isPortNumber(port);
  return [
    // kube-apiserver interchanges the two fields here, also in its errors.
    ...checkRequired(namespace, path.child("name")),
    ...checkRequired(name, path.child("namespace")),
    ...(problems.length === 0
      ? []
      : [field.invalid(path.child("port"), port, `port is not valid: ${problems.join(", ")}`)]),
    ...checkPath(service.path ?? "/", path.child("path")),
  ];
}

function checkPath(urlPath: string, path: FieldPath): readonly FieldError[] {
  if (urlPath === "/" || urlPath === "") return [];
  const invalid = (why: string): FieldError => field.invalid(path, urlPath, why);
  if (urlPath === "//") return [invalid("segment[0] may not be empty")];
  const segments = urlPath.slice(1).replace(/\/$/, "").split("/");
  return [
    ...(urlPath.startsWith("/") ? [] : [invalid("must start with a '/'")]),
    ...segments.flatMap((segment, index) =>
      segment === ""
        ? [invalid(`segment[${index}] may not be empty`)]
        : isDns1123Subdomain(segment).map((message) => invalid(`segment[${index}]: ${message}`)),
    ),
  ];
}

/** Versions that the reference supports. */
const reviewVersions: readonly string[] = ["v1", "v1beta1"];

/** Errors of the list; `whenEmpty` is the message for an empty one. */
export function checkReviewVersions(
  versions: readonly string[],
  path: FieldPath,
  whenEmpty: string,
): readonly FieldError[] {
  if (versions.length === 0) return [field.required(path, whenEmpty)];
  const repeated = repeatedIndexes(versions);
  const errors = versions.flatMap((version, index) => {
    if (repeated.has(index)) return [field.invalid(path.index(index), version, "duplicate version")];
    return isDns1035Label(version).map((message) => field.invalid(path.index(index), version, message));
  });
  if (versions.some((version) => reviewVersions.includes(version))) return errors;
  return [...errors, field.invalid(path, versions, `must include at least one of ${reviewVersions.join(", ")}`)];
}
