/** The routes of a custom resource. kube-apiserver builds them apart from those of built-in resources, so some details differ. */
import { definitionOf } from "@kubewright/api-facts";
import { subresourcesOf } from "../discovery/classic.ts";
import type { VersionedResource } from "../registry/registry.ts";
import { listOptions, optionsOfDeletes, optionsOfPatches, prettyParameter, writeOptions } from "./parameters.ts";
import type { Parameter } from "./parameters.ts";
import type { Place, Response, Route } from "./route.ts";
import {
  baseRoute,
  collectionOf,
  deleteBody,
  nameParameter,
  namedIn,
  patchMediaTypes,
  patchReference,
  schemaOf,
  statusReference,
} from "./route.ts";
import { listDefinitionName } from "./schemas.ts";

const bodyTypes = ["application/json", "application/yaml"];
const customPatchTypes = patchMediaTypes.filter((type) => !type.includes("strategic"));
const readOptions = listOptions.filter(({ name }) => name === "resourceVersion");

export function customRoutes(resource: VersionedResource): readonly Route[] {
  const { group, version, kind, plural, namespaced } = resource;
  const gvk = { group, version: version.name, kind };
  const collection = collectionOf(resource);
  const all: Place = { resource, subresource: "", gvk, schema: schemaOf(version.definitionName), ...collection };
  const one: Place = {
    ...all,
    path: `${collection.path}/{name}`,
    parameters: [...collection.parameters, nameParameter(kind)],
  };
  const everywhere: Place = { ...all, path: plural, parameters: [], everywhere: true };
  return [
    ...(namespaced ? [listRoute(everywhere)] : []),
    listRoute(all),
    createRoute(all),
    deleteCollectionRoute(all),
    deleteRoute(one),
    ...objectRoutes(one),
    ...subresourcesOf(resource).flatMap((subresource) => {
      const ofScale = subresource.type === "object" ? undefined : definitionOf(subresource.gvk);
      const schema = ofScale === undefined ? one.schema : schemaOf(ofScale);
      return objectRoutes({ ...one, subresource: subresource.name, schema, path: `${one.path}/${subresource.name}` });
    }),
  ];
}

function routeOf(
  place: Place,
  verb: string,
  parameters: readonly Parameter[],
): Omit<Route, "description" | "method" | "responses"> {
  return {
    ...baseRoute(place, verb),
    consumes: bodyTypes,
    produces: bodyTypes,
    parameters: [prettyParameter, ...parameters, ...place.parameters],
  };
}

function listRoute(place: Place): Route {
  const { resource } = place;
  return {
    ...routeOf(place, "list", listOptions),
    method: "get",
    description: `List or watch ${resource.plural}`,
    responses: [okay(schemaOf(listDefinitionName(resource)))],
    action: "list",
  };
}

function createRoute(place: Place): Route {
  return {
    ...routeOf(place, "create", writeOptions),
    method: "post",
    description: `Create ${namedIn(place)}`,
    body: { schema: place.schema, required: true },
    responses: [okay(place.schema), ["201", "Created", place.schema], ["202", "Accepted", place.schema]],
    action: "post",
  };
}

function deleteCollectionRoute(place: Place): Route {
  return {
    ...routeOf(place, "deletecollection", listOptions),
    method: "delete",
    description: `Delete all selected ${place.resource.plural}`,
    responses: [okay(statusReference)],
    action: "deletecollection",
  };
}

function deleteRoute(place: Place): Route {
  return {
    ...routeOf(place, "delete", optionsOfDeletes),
    method: "delete",
    description: `Delete ${namedIn(place)}`,
    body: deleteBody,
    responses: [okay(statusReference), ["202", "Accepted", statusReference]],
    action: "delete",
  };
}

/** Reads and updates of the object or a subresource. */
function objectRoutes(place: Place): readonly Route[] {
  const { schema } = place;
  return [
    {
      ...routeOf(place, "read", readOptions),
      method: "get",
      description: `Read ${namedIn(place)}`,
      responses: [okay(schema)],
      action: "get",
    },
    {
      ...routeOf(place, "replace", writeOptions),
      method: "put",
      description: `Update ${namedIn(place)}`,
      body: { schema, required: true },
      responses: [okay(schema), ["201", "Created", schema]],
      action: "put",
    },
    {
      ...routeOf(place, "patch", optionsOfPatches),
      method: "patch",
      description: `Patch ${namedIn(place)}`,
      consumes: customPatchTypes,
      body: { schema: patchReference, required: true },
      responses: [okay(schema)],
      action: "patch",
    },
  ];
}

function okay(schema: object): Response {
  return ["200", "OK", schema];
}
