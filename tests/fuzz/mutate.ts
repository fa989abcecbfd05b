/** Mutations of valid requests by small steps, the same for the same `random`. */
import type { Random } from "@kubewright/async";
import { bombs } from "./bombs.ts";
import type { FuzzRequest } from "./seed-requests.ts";
import { seedRequests } from "./seed-requests.ts";
import { jsonValues, numberLiterals, rawJson } from "./values.ts";

/** A valid request after one to four mutations. */
export function mutatedRequest(random: Random): FuzzRequest {
  let request = pick(seedRequests, random);
  for (let left = random.int(4); left >= 0; left -= 1) request = pick(mutations, random)(request, random);
  return request;
}

type Mutation = (request: FuzzRequest, random: Random) => FuzzRequest;

const mutations: readonly Mutation[] = [
  (request, random) => ({ ...request, method: pick(methods, random) }),
  (request, random) => ({ ...request, path: mutatedPath(request.path, random) }),
  (request, random) => ({ ...request, path: mutatedQuery(request.path, random) }),
  (request, random) => ({
    ...request,
    headers: { ...request.headers, [pick(headerNames, random)]: pick(headerValues, random) },
  }),
  (request, random) => ({ ...request, body: mutatedValue(request.body, random) }),
  (request, random) => ({ ...request, body: mutatedValue(request.body, random) }),
  (request, random) => ({ ...request, body: mutatedBytes(request.body, random) }),
  (request, random) => ({
    ...pick(seedRequests, random),
    ...(request.body === undefined ? {} : { body: request.body }),
  }),
];

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "get", "", "CONNECT", "FOO BAR"];

const segments = [
  "..",
  ".",
  "",
  "%2e%2e",
  "%2f",
  "%00",
  "%",
  "%zz",
  "%c0%af",
  "%ff",
  "__proto__",
  "constructor",
  "toString",
  "namespaces",
  "watch",
  "status",
  "scale",
  "pods",
  "a".repeat(300),
  "ü",
  "a%20b",
  "*",
  "a:b",
  "proxy",
  "v9",
  "apis",
  "kube-system",
];

function mutatedPath(path: string, random: Random): string {
  const [bare = "", ...query] = path.split("?");
  const parts = bare.split("/");
  const at = random.int(parts.length);
  const changed = pick(
    [
      () => parts.toSpliced(at, 1),
      () => parts.toSpliced(at, 0, pick(segments, random)),
      () => parts.with(at, pick(segments, random)),
      () => parts.toSpliced(at, 0, parts[random.int(parts.length)] ?? ""),
    ],
    random,
  )();
  return [changed.join("/"), ...query].join("?");
}

const parameters = [
  "watch",
  "limit",
  "continue",
  "resourceVersion",
  "resourceVersionMatch",
  "timeoutSeconds",
  "sendInitialEvents",
  "labelSelector",
  "fieldSelector",
  "allowWatchBookmarks",
  "dryRun",
  "fieldManager",
  "fieldValidation",
  "force",
  "pretty",
  "timeout",
  "gracePeriodSeconds",
  "propagationPolicy",
  "orphanDependents",
  "includeObject",
  "uid",
  "container",
  "follow",
  "__proto__",
];

const texts = [
  "",
  "0",
  "1",
  "-1",
  "true",
  "false",
  "abc",
  "99999999999999999999",
  "9007199254740993",
  "1e400",
  "NaN",
  "a=b,c!=d",
  "a in (",
  "!",
  "((((",
  ",,,,",
  "=",
  "All",
  "Strict",
  "Exact",
  "NotOlderThan",
  "Orphan",
  "__proto__",
  "constructor",
  "\u0000",
  "%00",
  "\n",
  "\ud800",
  "ü".repeat(50),
  "a".repeat(5000),
  "(a+)+$",
  "[",
  "]".repeat(50),
  "$ref",
  "2026-01-01T00:00:00Z",
  "1Gi",
  "0x10",
  "..",
  "../../x",
];

function mutatedQuery(path: string, random: Random): string {
  const value = encodeURIComponentLoosely(pick(texts, random));
  return `${path}${path.includes("?") ? "&" : "?"}${pick(parameters, random)}=${value}`;
}

function encodeURIComponentLoosely(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : text.replaceAll(/[^\w]/gu, "%");
}

const headerNames = [
  "content-type",
  "accept",
  "authorization",
  "user-agent",
  "impersonate-user",
  "impersonate-group",
  "impersonate-extra-a",
  "accept-encoding",
  "content-encoding",
  "if-none-match",
  "connection",
  "upgrade",
  "__proto__",
];
const headerValues = [
  "",
  "*/*",
  "application/json",
  "application/yaml",
  "application/vnd.kubernetes.protobuf",
  "application/cbor",
  "text/html;q=x",
  "application/json;as=Table;v=v1;g=meta.k8s.io",
  "application/json;as=",
  ";;;,,,",
  "application/apply-patch+yaml",
  "application/json-patch+json",
  "application/strategic-merge-patch+json",
  "Bearer x",
  "Bearer ",
  "Basic eA==",
  "gzip",
  "curl/8",
  "system:masters",
  "system:anonymous",
  "a".repeat(2000),
  "websocket",
  "application/json;stream=watch",
  "Mozilla/5.0",
];

/** The body with another value, or one more or less, at a random place of its JSON; a body that is not JSON is mutated as bytes. */
function mutatedValue(body: FuzzRequest["body"], random: Random): Uint8Array | string {
  if (typeof body !== "string") return mutatedBytes(body, random);
  let root: unknown;
  try {
    root = JSON.parse(body);
  } catch {
    return mutatedBytes(body, random);
  }
  return JSON.stringify(changedAt(root, random, 6));
}

function changedAt(value: unknown, random: Random, depth: number): unknown {
  if (typeof value !== "object" || value === null || depth === 0 || random.int(6) === 0) return anyValue(random);
  const entries = Object.entries(value);
  const at = random.int(entries.length + 1);
  const chosen = entries[at];
  // Built from entries, because a key may be `__proto__`.
  const changed: (readonly [string, unknown])[] =
    chosen === undefined
      ? [...entries, [pick(texts, random), anyValue(random)]]
      : random.int(5) === 0
        ? entries.toSpliced(at, 1)
        : entries.with(at, [chosen[0], changedAt(chosen[1], random, depth - 1)]);
  return Array.isArray(value) ? changed.map(([, item]) => item) : Object.fromEntries(changed);
}

function anyValue(random: Random): unknown {
  switch (random.int(5)) {
    case 0:
      return pick(texts, random);
    case 4:
      return rawJson.rawJSON(pick(numberLiterals, random));
    case 1:
      return nested(random.int(200), random);
    default:
      return pick(jsonValues, random);
  }
}

function nested(depth: number, random: Random): unknown {
  let value: unknown = pick(texts, random);
  for (let left = depth; left > 0; left -= 1) value = random.int(2) === 0 ? [value] : { a: value };
  return value;
}

function mutatedBytes(body: FuzzRequest["body"], random: Random): Uint8Array {
  const bytes = Buffer.from(body ?? pick(bombs, random));
  switch (random.int(5)) {
    case 0:
      return bytes.subarray(0, random.int(bytes.length + 1));
    case 1:
      return Buffer.concat([bytes, random.bytes(1 + random.int(64))]);
    case 2:
      return Buffer.from(pick(bombs, random));
    case 3:
      return Buffer.concat([bytes.subarray(0, bytes.length >> 1), Buffer.from(pick(bombs, random)), bytes]);
    default: {
      const changed = Buffer.from(bytes);
      for (let left = random.int(8); left >= 0 && changed.length > 0; left -= 1) {
        changed[random.int(changed.length)] = random.int(256);
      }
      return changed;
    }
  }
}

function pick<T>(items: readonly T[], random: Random): T {
  return items[random.int(items.length)] as T; // The lists above are not empty.
}
