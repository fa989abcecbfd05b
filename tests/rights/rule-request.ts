/** Random requests about what one rule permits: its resource, subresource, name and verb, sometimes with another method. */
import type { Random } from "@kubewright/async";
import type { TestRequest } from "../http.ts";
import { oneIn, pick } from "./draw.ts";
import type { Place } from "./place.ts";
import type { ResourceRule } from "./random-rights.ts";

type SentRequest = TestRequest & { readonly method: string };

interface Shape {
  readonly method: string;
  readonly isCollection?: boolean;
  readonly query?: string;
}

/** A read has an invalid resourceVersion, so that it reads nothing. */
const invalidVersion = "resourceVersion=abc";
const shapes: Readonly<Record<string, Shape>> = {
  get: { method: "GET" },
  list: { method: "GET", isCollection: true },
  watch: { method: "GET", isCollection: true, query: "watch=1&" },
  create: { method: "POST" },
  update: { method: "PUT" },
  patch: { method: "PATCH" },
  delete: { method: "DELETE" },
  deletecollection: { method: "DELETE", isCollection: true },
};
const verbs = Object.keys(shapes);
const served = ["configmaps", "pods", "nodes", "namespaces", "deployments"];
const clusterScoped: ReadonlySet<string> = new Set(["nodes", "namespaces"]);
const subresources = ["", "exec", "log", "status", "scale"];

export function ruleRequest(random: Random, { namespaces }: Place, rule: ResourceRule): SentRequest {
  const { method, isCollection = false, query = "" } = shapeOf(random, rule);
  const [resource, subresource] = resourceOf(random, rule);
  const name = encodeURIComponent(pick(random, rule.resourceNames ?? ["one", "two"]));
  const root = resource === "deployments" ? "/apis/apps/v1" : "/api/v1";
  const inNamespace = clusterScoped.has(resource) ? "" : `/namespaces/${pick(random, namespaces)}`;
  const collection = `${root}${inNamespace}/${resource}`;
  const object = [collection, name, subresource].filter((part) => part !== "").join("/");
  const isCreate = method === "POST" && subresource === "";
  const path = isCollection || isCreate ? collection : object;
  const selector = isCollection ? `&fieldSelector=metadata.name=${name}` : "";
  if (method === "GET") return { method, path: `${path}?${query}${invalidVersion}${selector}` };
  const body = method === "DELETE" ? {} : { body: { metadata: { name: "one" } } };
  return { method, path: `${path}?dryRun=All${selector}`, ...body };
}

const collectionVerbs = ["list", "watch", "deletecollection"];

/** The verb of the rule in two of three requests. Names have a meaning of their own for collections, so rules with names have more of those. */
function shapeOf(random: Random, { verbs: permitted, resourceNames }: ResourceRule): Shape {
  const others = resourceNames === undefined ? verbs : collectionVerbs;
  const verb = pick(random, oneIn(random, 3) ? others : permitted);
  return shapes[verb] ?? shapes[pick(random, verbs)] ?? { method: "GET" };
}

/** A resource that the pattern of a rule includes, and a subresource. Kinds that are not served are replaced. */
function resourceOf(random: Random, { resources }: ResourceRule): readonly [resource: string, subresource: string] {
  const [resource = "", subresource = pick(random, subresources)] = pick(random, resources).split("/");
  const shown = served.includes(resource) ? resource : resourceWith(random, subresource);
  if (subresource === "*") return [shown, pick(random, subresources)];
  const isPlain = oneIn(random, 3);
  return [shown, isPlain ? "" : subresource];
}

function resourceWith(random: Random, subresource: string): string {
  return subresource === "exec" || subresource === "log" ? "pods" : pick(random, served);
}
