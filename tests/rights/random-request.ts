/**
 * Random requests that need rights: reads, writes, watches, collections by name, subresources, the paths `/watch` and `/proxy`, non-resource URLs, and
 * impersonation. No request changes an object: a read has an invalid resourceVersion, a write is a dry run.
 */
import type { Random } from "@kubewright/async";
import type { HeaderMap } from "@kubewright/transport";
import type { TestRequest } from "../http.ts";
import { oneIn, pick, someOf } from "./draw.ts";
import type { Place } from "./place.ts";
import type { ResourceRule } from "./random-rights.ts";
import { ruleRequest } from "./rule-request.ts";

export interface RightsRequest extends TestRequest {
  readonly method: string;
  readonly headers: HeaderMap;
  /** The service account that sends the request. `undefined`: an administrator, who impersonates a user. */
  readonly account: string | undefined;
}

/** Half of the requests for resources are about what a rule permits, or nearly permits. */
export function randomRequest(random: Random, place: Place, rules: readonly ResourceRule[]): RightsRequest {
  const byAdministrator = random.int(5) < 2;
  const acting = byAdministrator ? actingUser(random, place) : actingHeaders(random, place);
  const request = oneIn(random, 8)
    ? urlRequest(random)
    : oneIn(random, 2)
      ? ruleRequest(random, place, pick(random, rules))
      : resourceRequest(random, place);
  const type = request.method === "PATCH" ? { "content-type": "application/merge-patch+json" } : {};
  return {
    ...request,
    headers: { ...acting, ...type },
    account: byAdministrator ? undefined : pick(random, place.accounts),
  };
}

function actingUser(random: Random, place: Place): HeaderMap {
  return {
    "impersonate-user": pick(random, place.users),
    "impersonate-group": someOf(random, 2, () => randomGroup(random, place)),
  };
}

/** The impersonation headers of a service account, absent in three of four requests. */
function actingHeaders(random: Random, place: Place): HeaderMap {
  if (!oneIn(random, 4)) return {};
  const { namespaces, users } = place;
  const invalid = ["system:serviceaccount:Bad:x", "system:anonymous", ""];
  const account = `system:serviceaccount:${namespaces[0]}:s1`;
  const user = { "impersonate-user": pick(random, [...users, account, "system:node:n1", ...invalid]) };
  if (oneIn(random, 2)) return user;
  const extra = pick(random, ["acme.io%2fscope", "scope", "acme.io%2f%53cope"]);
  return {
    ...user,
    ...(oneIn(random, 2) ? { "impersonate-group": someOf(random, 5, () => randomGroup(random, place)) } : {}),
    ...(oneIn(random, 4) ? { "impersonate-uid": pick(random, ["x", ""]) } : {}),
    ...(oneIn(random, 3) ? { [`impersonate-extra-${extra}`]: "x" } : {}),
  };
}

const systemGroups = ["system:authenticated", "system:unauthenticated", "system:serviceaccounts"];

function randomGroup(random: Random, { groups }: Place): string {
  return pick(random, [...groups, ...systemGroups]);
}

const urls = ["/healthz", "/healthz/ping", "/livez", "/version/", "/x/y", "/x", "//healthz", "/none", "/apis/none.io"];

function urlRequest(random: Random): TestRequest & { readonly method: string } {
  return { method: pick(random, ["GET", "GET", "POST"]), path: pick(random, urls) };
}

const targets = [
  ["/api/v1", "configmaps"],
  ["/api/v1", "configmaps"],
  ["/api/v1", "pods"],
  ["/api/v1", "pods"],
  ["/api/v1", "nodes"],
  ["/api/v1", "namespaces"],
  ["/api/v1", "bogus"],
  ["/apis/apps/v1", "deployments"],
  ["/apis/none.io/v1", "things"],
] as const;
const names = ["one", "two", "", "a%25", ".."];
const subresources = ["", "", "", "", "status", "exec", "exec", "log", "scale", "proxy", "status/more"];
const prefixes = ["", "", "", "", "", "/watch", "/proxy"];
const queries = [
  "resourceVersion=abc",
  "watch=1&resourceVersion=abc",
  "resourceVersion=abc&fieldSelector=metadata.name=one",
  "watch=1&resourceVersion=abc&fieldSelector=metadata.name=two",
  "resourceVersion=abc&fieldSelector=metadata.name=a/b",
  "resourceVersion=abc&fieldSelector=metadata.name=one&limit=x",
  "resourceVersion=abc&fieldSelector=metadata.name!=one",
];

function resourceRequest(random: Random, { namespaces }: Place): TestRequest & { readonly method: string } {
  const [root, resource] = pick(random, targets);
  const isNamespaced = !oneIn(random, 4);
  const namespace = isNamespaced
    ? `/namespaces/${pick(random, [...namespaces, ...namespaces, ...namespaces, "default", ""])}`
    : "";
  const name = pick(random, ["", ...names]);
  const subresource = name === "" ? "" : pick(random, subresources);
  const collection = `${root}${pick(random, prefixes)}${namespace}/${resource}`;
  const path = [collection, name, subresource].filter((part) => part !== "").join("/");
  const method = pick(random, ["GET", "GET", "GET", "POST", "PUT", "PATCH", "DELETE"]);
  if (method === "GET") return { method, path: `${path}?${pick(random, queries)}` };
  const query = `dryRun=All&fieldSelector=metadata.name=${pick(random, ["one", "two"])}`;
  const body = method === "DELETE" ? {} : { body: { metadata: { name: "one" } } };
  return { method, path: `${path}?${query}`, ...body };
}
