// OpenAPI: an index with a hash and a document for each group version (/openapi/v3), and one OpenAPI v2 document for all of them (/openapi/v2).
// Documents are created on their first use and cached until the kinds change. Clients cache those of v3 without limit, by hash.
// https://kubernetes.io/docs/concepts/overview/kubernetes-api/#openapi-v3
import { createHash } from "node:crypto";
import { headerOf } from "@kubewright/transport";
import { kubernetesVersion, typeDescriptions } from "@kubewright/api-facts";
import type { TypeDescriptions } from "@kubewright/api-facts";
import { encodeJson } from "@kubewright/apimachinery";
import type { JsonObject } from "@kubewright/apimachinery";
import type { ServerRequest, ServerResponse } from "../http/server-request.ts";
import type { Registry, VersionedResource } from "../registry/registry.ts";
import { customRoutes } from "./custom-routes.ts";
import { resourceListRoute, sharedRoutes } from "./discovery-routes.ts";
import { asJson, customDocumentInfo, documentInfo, thirdVersionDocument } from "./document.ts";
import { groupVersionsOf, knownGroupVersions } from "./option-kinds.ts";
import type { PublishedDocument } from "./published-document.ts";
import { publishDocument } from "./published-document.ts";
import { secondVersionMessages } from "./protobuf/second-version-messages.ts";
import { thirdVersionMessages } from "./protobuf/third-version-messages.ts";
import { acceptedRepresentation } from "./representation.ts";
import type { Route } from "./route.ts";
import { resourceRoutes } from "./routes.ts";
import { componentSchemas } from "./schemas.ts";
import { secondVersionDocument } from "./second-version.ts";

/** A document of v3: of a group version, or of discovery. */
interface DocumentFacts {
  readonly hash: string;
  readonly published: PublishedDocument;
}

/** Part of all hashes: clients keep documents by hash. A higher number makes them read documents again whose form has changed. */
const documentForm = 2;
const yearMs = 365 * 24 * 60 * 60 * 1000;
const nothing = new Uint8Array();

export interface OpenApiOptions {
  /** For the date until which a response may be cached. */
  readonly wallTime: () => number;
  /** Called once, before the first response. Its result replaces the descriptions of this project, type by type. */
  readonly loadDescriptions?: (() => TypeDescriptions | undefined) | undefined;
}

/** The descriptions of built-in types, and a hash of them. */
interface LoadedDescriptions {
  readonly descriptions: TypeDescriptions;
  readonly hash: string;
}

/** The OpenAPI documents of the resources of a registry. */
export class OpenApi {
  readonly #registry: Registry;
  readonly #wallTime: () => number;
  readonly #loadDescriptions: () => TypeDescriptions | undefined;
  #loaded: LoadedDescriptions | undefined;
  #documents: ReadonlyMap<string, DocumentFacts> = new Map();
  #generation = -1;
  #changedAt: number;
  #second: PublishedDocument | undefined;

  constructor(registry: Registry, { wallTime, loadDescriptions }: OpenApiOptions) {
    this.#registry = registry;
    this.#wallTime = wallTime;
    this.#loadDescriptions = loadDescriptions ?? (() => undefined);
    this.#changedAt = wallTime();
  }

  /** Serves a path below `/openapi/v3`; `segments` are the rest of the path. */
  serve(segments: readonly string[], request: ServerRequest): ServerResponse {
    if (segments.length === 0) return this.#serveIndex();
    const path = segments.join("/");
    const facts = this.#current().get(path);
    if (facts === undefined) return { status: 404, headers: {}, body: nothing };
    return this.#serveDocument(path, facts, request);
  }

  /** Serves `/openapi/v2`. */
  serveSecondVersion(request: ServerRequest): ServerResponse {
    const vary = "Accept-Encoding, Accept";
    const accepted = acceptedRepresentation(request, "v2");
    if (accepted === undefined) return { status: 406, headers: { vary }, body: nothing };
    const { representation, contentType } = accepted;
    const hash = createHash("sha512").update([...this.#current().values()].map((facts) => facts.hash).join());
    const headers = { etag: `"${hash.digest("hex").toUpperCase()}"`, vary };
    if (isKnown(request, headers.etag)) return { status: 304, headers, body: nothing };
    this.#second ??= publishDocument(() => this.#secondDocument(), secondVersionMessages);
    return {
      status: 200,
      headers: { ...headers, ...this.#lastModified(), "content-type": contentType },
      body: this.#second.bytes(representation),
      gzipThresholdBytes: 0,
      isCompact: true,
    };
  }

  #current(): ReadonlyMap<string, DocumentFacts> {
    const registry = this.#registry;
    if (this.#generation === registry.generation) return this.#documents;
    const next = new Map<string, DocumentFacts>();
    const { descriptions, hash: described } = this.#described();
    const add = (path: string, hash: string, make: () => JsonObject): void => {
      const before = this.#documents.get(path);
      const published = publishDocument(make, thirdVersionMessages);
      next.set(path, before?.hash === hash ? before : { hash, published });
    };
    for (const [path, route] of sharedRoutes(builtinGroups(registry))) {
      const hash = createHash("sha512")
        .update(`${documentForm} ${kubernetesVersion} ${described} ${path}`)
        .digest("hex")
        .toUpperCase();
      add(path, hash, () =>
        thirdVersionDocument([route], componentSchemas([route], [], { target: "v3", descriptions, groupVersions: [] })),
      );
    }
    for (const group of registry.groups()) {
      for (const version of registry.versions(group)) {
        const resources = registry.resources(group, version);
        const path = group === "" ? `api/${version}` : `apis/${group}/${version}`;
        add(path, hashOf(registry, { group, version }, described), () => {
          const routes = groupVersionRoutes(resources, group, version);
          const isCustom = resources.every(({ custom }) => custom);
          const groupVersions = groupVersionsOf({ group, version }, isCustom);
          const schemas = componentSchemas(routes, resources, { target: "v3", descriptions, groupVersions });
          return thirdVersionDocument(routes, schemas, isCustom ? customDocumentInfo : documentInfo());
        });
      }
    }
    this.#documents = next;
    this.#generation = registry.generation;
    this.#changedAt = this.#wallTime();
    this.#second = undefined;
    return next;
  }

  #secondDocument(): JsonObject {
    const registry = this.#registry;
    const groupVersions = registry
      .groups()
      .flatMap((group) => registry.versions(group).map((version) => ({ group, version })));
    const resources = groupVersions.flatMap(({ group, version }) => registry.resources(group, version));
    const routes = [
      ...sharedRoutes(builtinGroups(registry)).values(),
      ...groupVersions.flatMap(({ group, version }) =>
        groupVersionRoutes(registry.resources(group, version), group, version),
      ),
    ];
    const { descriptions } = this.#described();
    const options = { target: "v2", descriptions, groupVersions: knownGroupVersions() } as const;
    return asJson(secondVersionDocument(routes, componentSchemas(routes, resources, options)));
  }

  #described(): LoadedDescriptions {
    if (this.#loaded !== undefined) return this.#loaded;
    const descriptions = { ...typeDescriptions(), ...this.#loadDescriptions() };
    const hash = createHash("sha512").update(JSON.stringify(descriptions)).digest("hex");
    this.#loaded = { descriptions, hash };
    return this.#loaded;
  }

  #lastModified(): { readonly "last-modified": string } {
    return { "last-modified": new Date(this.#changedAt).toUTCString() };
  }

  #serveIndex(): ServerResponse {
    const paths = Object.fromEntries(
      [...this.#current()].map(([path, { hash }]) => [path, { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` }]),
    );
    const body = Buffer.from(JSON.stringify({ paths }));
    return { status: 200, headers: { "content-type": "text/plain; charset=utf-8", ...this.#lastModified() }, body };
  }

  #serveDocument(path: string, facts: DocumentFacts, request: ServerRequest): ServerResponse {
    const accepted = acceptedRepresentation(request, "v3");
    if (accepted === undefined) return { status: 406, headers: { vary: "Accept" }, body: nothing };
    const { representation, contentType } = accepted;
    const wanted = request.query.get("hash") ?? "";
    const named = { etag: `"${facts.hash}"`, vary: "Accept" };
    if (wanted !== "" && wanted !== facts.hash) {
      const location = `/openapi/v3/${path}?hash=${facts.hash}`;
      return { status: 301, headers: { ...named, "content-type": contentType, location }, body: nothing };
    }
    const expires = new Date(this.#wallTime() + yearMs).toUTCString();
    const headers = wanted === "" ? named : { ...named, "cache-control": "public, immutable", expires };
    if (isKnown(request, named.etag)) return { status: 304, headers, body: nothing };
    return {
      status: 200,
      headers: { ...headers, ...this.#lastModified(), "content-type": contentType },
      body: facts.published.bytes(representation),
      gzipThresholdBytes: Infinity, // A kube-apiserver compresses the document of v2 only.
      isCompact: true,
    };
  }
}

/** The groups of built-in kinds other than the core group. */
function builtinGroups(registry: Registry): readonly string[] {
  const isBuiltin = (group: string): boolean =>
    registry.versions(group).some((version) => registry.resources(group, version).some(({ custom }) => !custom));
  return registry.groups().filter((group) => group !== "" && isBuiltin(group));
}

function groupVersionRoutes(resources: readonly VersionedResource[], group: string, version: string): readonly Route[] {
  const isBuiltin = resources.some(({ custom }) => !custom);
  return [
    ...(isBuiltin ? [resourceListRoute(group, version)] : []),
    ...resources.flatMap((resource) => (resource.custom ? customRoutes(resource) : resourceRoutes(resource))),
  ];
}

/**
 * A hash of the inputs of a document, so that it is known before the document is created. The built-in kinds depend only on the version of the server
 * and on the descriptions; custom kinds are hashed with their schemas.
 */
function hashOf(
  registry: Registry,
  { group, version }: { readonly group: string; readonly version: string },
  described: string,
): string {
  const hash = createHash("sha512").update(`${documentForm} ${kubernetesVersion} ${described} ${group}/${version}`);
  for (const resource of registry.resources(group, version)) {
    const { plural, kind, listKind, custom, subresources = [], version: served } = resource;
    hash.update(`\n${plural} ${kind} ${listKind} ${subresources.map(({ name }) => name).join()}`);
    if (custom) hash.update(encodeJson([served.schema() ?? null, [...(served.selectableFields ?? [])]]));
  }
  return hash.digest("hex").toUpperCase();
}

function isKnown({ headers }: ServerRequest, etag: string): boolean {
  return headerOf(headers, "if-none-match") === etag;
}
