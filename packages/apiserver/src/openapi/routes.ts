/**
 * The routes of a server, from which the paths of its documents are made. A route is a method of a path; `paths.ts` groups the routes of a path.
 * Routes of resources equal those of kube-apiserver, which serves more of them than discovery lists: deprecated watches, and all methods of proxies.
 */
import { definitionOf } from "@kubewright/api-facts";
import { subresourcesOf } from "../discovery/classic.ts";
import type { VersionedResource } from "../registry/registry.ts";
import type { Subresource } from "../contracts/subresource.ts";
import { connectRoutes, logRoute } from "./connect-routes.ts";
import { operationName } from "./operation-ids.ts";
import { listOptions, optionsOfDeletes, optionsOfPatches, prettyParameter, writeOptions } from "./parameters.ts";
import type { Place, Route } from "./route.ts";
import {
  baseRoute,
  collectionOf,
  deleteBody,
  metaPrefix,
  nameParameter,
  namedIn,
  patchMediaTypes,
  patchReference,
  schemaOf,
  statusReference,
  watchTypes,
} from "./route.ts";
import { listDefinitionName, referenceTo } from "./schemas.ts";

/** The routes of a built-in resource and its subresources. */
export function resourceRoutes(resource: VersionedResource): readonly Route[] {
  const { group, version, kind, plural, namespaced, verbs } = resource;
  const gvk = { group, version: version.name, kind };
  const collection = collectionOf(resource);
  const schema = schemaOf(version.definitionName);
  const all: Place = { resource, subresource: "", gvk, schema, ...collection };
  const everywhere: Place = { ...all, path: plural, parameters: [], everywhere: true };
  const one: Place = {
    ...all,
    path: `${collection.path}/{name}`,
    parameters: [...collection.parameters, nameParameter(kind)],
  };
  const isWatched = verbs.includes("watch");
  return [
    ...verbs.flatMap((verb) => (verb === "watch" ? [] : routeOf(isOfCollection(verb) ? all : one, verb))),
    ...(isWatched ? [watchListRoute(all), watchRoute(one)] : []),
    ...(namespaced && verbs.includes("list") ? routeOf(everywhere, "list") : []),
    ...(namespaced && isWatched ? [watchListRoute(everywhere)] : []),
    ...subresourcesOf(resource).flatMap((subresource) => subresourceRoutes(one, subresource)),
  ];
}

function isOfCollection(verb: string): boolean {
  return verb === "create" || verb === "deletecollection" || verb === "list";
}

function subresourceRoutes(parent: Place, subresource: Subresource): readonly Route[] {
  const { resource } = parent;
  const gvk = subresource.type === "object" ? parent.gvk : subresource.gvk;
  const definitionName = subresource.type === "object" ? resource.version.definitionName : (definitionOf(gvk) ?? "");
  const place: Place = {
    ...parent,
    subresource: subresource.name,
    gvk,
    schema: schemaOf(definitionName),
    path: `${parent.path}/${subresource.name}`,
    parameters: [...collectionOf(resource).parameters, nameParameter(gvk.kind)],
  };
  if (subresource.type !== "connect") return subresource.verbs.flatMap((verb) => routeOf(place, verb));
  return subresource.name === "log" ? [logRoute(place)] : connectRoutes(place);
}

function routeOf(place: Place, verb: string): readonly Route[] {
  const make = routesByVerb[verb];
  return make === undefined ? [] : [make(place)];
}

const routesByVerb: Readonly<Record<string, (place: Place) => Route>> = {
  list: (place) => {
    const { resource, parameters } = place;
    const words = resource.verbs.includes("watch") ? "List or watch" : "List";
    return {
      ...baseRoute(place, "list"),
      method: "get",
      description: `${words} ${resource.plural}`,
      parameters: [prettyParameter, ...listOptions, ...parameters],
      produces: watchTypes,
      responses: [["200", "OK", schemaOf(listDefinitionName(resource))]],
      action: "list",
    };
  },
  create: (place) => ({
    ...baseRoute(place, "create"),
    method: "post",
    description: `Create ${namedIn(place)}`,
    parameters: [prettyParameter, ...writeOptions, ...place.parameters],
    body: { schema: place.schema, required: true },
    responses: [
      ["200", "OK", place.schema],
      ["201", "Created", place.schema],
      ["202", "Accepted", place.schema],
    ],
    action: "post",
  }),
  deletecollection: (place) => ({
    ...baseRoute(place, "deletecollection"),
    method: "delete",
    description: `Delete all selected ${place.resource.plural}`,
    parameters: [
      prettyParameter,
      ...listOptions.filter(({ name }) => name !== "watch" && name !== "allowWatchBookmarks"),
      ...optionsOfDeletes,
      ...place.parameters,
    ],
    body: deleteBody,
    responses: [["200", "OK", statusReference]],
    action: "deletecollection",
  }),
  get: (place) => ({
    ...baseRoute(place, "read"),
    method: "get",
    description: `Read ${namedIn(place)}`,
    parameters: [prettyParameter, ...place.parameters],
    responses: [["200", "OK", place.schema]],
    action: "get",
  }),
  update: (place) => ({
    ...baseRoute(place, "replace"),
    method: "put",
    description: `Update ${namedIn(place)}`,
    parameters: [prettyParameter, ...writeOptions, ...place.parameters],
    body: { schema: place.schema, required: true },
    responses: [
      ["200", "OK", place.schema],
      ["201", "Created", place.schema],
    ],
    action: "put",
  }),
  patch: (place) => ({
    ...baseRoute(place, "patch"),
    method: "patch",
    description: `Patch ${namedIn(place)}`,
    parameters: [prettyParameter, ...optionsOfPatches, ...place.parameters],
    body: { schema: patchReference, required: true },
    consumes: patchMediaTypes,
    responses: [
      ["200", "OK", place.schema],
      ["201", "Created", place.schema],
    ],
    action: "patch",
  }),
  delete: (place) => {
    const { resource, schema } = place;
    const { returnsObject, describedAsStatus } = resource.strategy.deletion ?? {};
    const shown = returnsObject === true && describedAsStatus !== true ? schema : statusReference;
    return {
      ...baseRoute(place, "delete"),
      method: "delete",
      description: `Delete ${namedIn(place)}`,
      parameters: [prettyParameter, ...optionsOfDeletes, ...place.parameters],
      body: deleteBody,
      responses: [
        ["200", "OK", shown],
        ["202", "Accepted", shown],
      ],
      action: "delete",
    };
  },
};

function watchRoute(place: Place): Route {
  return {
    ...watchBase(place, ""),
    description: `Watch ${namedIn(place)}. Deprecated: watch the collection with a fieldSelector`,
    action: "watch",
  };
}

function watchListRoute(place: Place): Route {
  const description = `Watch ${place.resource.plural}. Deprecated: list them with watch=true`;
  return { ...watchBase(place, "List"), description, action: "watchlist" };
}

function watchBase(place: Place, suffix: string): Omit<Route, "description"> {
  return {
    ...baseRoute({ ...place, path: `watch/${place.path}` }, "watch"),
    name: operationName(place, "watch", suffix),
    method: "get",
    parameters: [prettyParameter, ...listOptions, ...place.parameters],
    produces: watchTypes,
    responses: [["200", "OK", referenceTo(`${metaPrefix}WatchEvent`)]],
  };
}
