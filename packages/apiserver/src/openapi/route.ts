/** A route: a method of a path, with its operation. Also the parts that routes of built-in and custom resources have in common. */
import type { GroupVersionKind } from "@kubewright/apimachinery";
import type { VersionedResource } from "../registry/registry.ts";
import { operationName } from "./operation-ids.ts";
import type { Parameter } from "./parameters.ts";
import { namespaceParameter } from "./parameters.ts";
import { referenceTo } from "./schemas.ts";

export interface Route {
  readonly path: string;
  /** In lower case. */
  readonly method: string;
  /** `listNamespacedPod`: the name of the operation without its group and version. */
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly body?: { readonly schema: object; readonly required?: true };
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
  /** Codes, descriptions and schemas of successful responses. */
  readonly responses: readonly Response[];
  readonly action?: string;
  readonly gvk?: GroupVersionKind;
}

export type Response = readonly [code: string, description: string, schema: object];

export const metaPrefix = "io.k8s.apimachinery.pkg.apis.meta.v1.";
export const statusReference: object = referenceTo(`${metaPrefix}Status`);
export const patchReference: object = referenceTo(`${metaPrefix}Patch`);
export const deleteBody: { readonly schema: object } = { schema: referenceTo(`${metaPrefix}DeleteOptions`) };
export const mediaTypes: readonly string[] = [
  "application/json",
  "application/yaml",
  "application/vnd.kubernetes.protobuf",
];
export const watchTypes: readonly string[] = [
  ...mediaTypes,
  "application/json;stream=watch",
  "application/vnd.kubernetes.protobuf;stream=watch",
];
const patchTypes = ["json-patch+json", "merge-patch+json", "strategic-merge-patch+json", "apply-patch+yaml"];

/** `application/json-patch+json` and the others. */
export const patchMediaTypes: readonly string[] = patchTypes.map((type) => `application/${type}`);

/** A resource or subresource at a path. */
export interface Place {
  readonly resource: VersionedResource;
  /** The name of the subresource; `""` for the resource itself. */
  readonly subresource: string;
  readonly gvk: GroupVersionKind;
  readonly schema: object;
  /** Below the root of the group version: `namespaces/{namespace}/pods/{name}`. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** A list across namespaces. */
  readonly everywhere?: true;
}

/** `/api/v1`, `/apis/apps/v1`. */
export function rootOf(group: string, version: string): string {
  return group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
}

/** `namespaces/{namespace}/pods` and its parameters. */
export function collectionOf({ namespaced, plural }: VersionedResource): Pick<Place, "path" | "parameters"> {
  if (!namespaced) return { path: plural, parameters: [] };
  return { path: `namespaces/{namespace}/${plural}`, parameters: [namespaceParameter] };
}

export function nameParameter(kind: string): Parameter {
  return { name: "name", in: "path", type: "string", description: `The name of the ${kind}.`, required: true };
}

/** A kind without a definition is any object. */
export function schemaOf(definitionName: string): object {
  return definitionName === "" ? { type: "object" } : referenceTo(definitionName);
}

/** The parts of a route that do not depend on the verb. */
export function baseRoute(place: Place, verb: string): Pick<Route, "path" | "name" | "gvk" | "consumes" | "produces"> {
  const { group, version } = place.resource;
  return {
    path: `${rootOf(group, version.name)}/${place.path}`,
    name: operationName(place, verb),
    gvk: place.gvk,
    consumes: ["*/*"],
    produces: mediaTypes,
  };
}

/** `one Pod`, `the status of one Pod`. */
export function namedIn({ subresource, resource }: Place): string {
  return subresource === "" ? `one ${resource.kind}` : `the ${subresource} of one ${resource.kind}`;
}
