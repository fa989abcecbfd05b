/** Executes the verbs on objects. Each request is executed synchronously, so writers cannot interleave. */
import { apiVersionOfType, isDeepEqual, isNotFound, methodNotAllowed } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue, KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import type { Clock, Random } from "@kubewright/async";
import { headerOf } from "@kubewright/transport";
import type { TransportRequest, TransportResponse } from "@kubewright/transport";
import { objectIn, sentObject, sentValue } from "./bodies.ts";
import type { Fields } from "./bodies.ts";
import { deleteOptionsOf, objectAfterDelete } from "./deletion.ts";
import type { DeleteOptions } from "./deletion.ts";
import { futureRevision, listOf } from "./lists.ts";
import { resourceIdOf } from "./memory-store.ts";
import type { MemoryObject, MemoryStore } from "./memory-store.ts";
import { applied, configurationOf, managerOf, patched, patchKindOf } from "./patches.ts";
import { queryOf } from "./request-info.ts";
import type { RequestInfo } from "./request-info.ts";
import { jsonResponse } from "./responses.ts";
import { formOf } from "./selection.ts";
import { isReleased, missing, objectToCreate, objectToUpdate, taken } from "./writes.ts";

export class ObjectRequests {
  readonly #store: MemoryStore;
  readonly #seams: { readonly clock: Clock; readonly random: Random };
  /** The configurations of earlier applies, by object and manager. */
  readonly #configurations = new Map<string, JsonObject>();

  constructor(store: MemoryStore, seams: { readonly clock: Clock; readonly random: Random }) {
    this.#store = store;
    this.#seams = seams;
  }

  /** @throws {ApiError} for a rejected request. */
  answer(type: ResourceType, info: RequestInfo, request: TransportRequest): TransportResponse {
    const query = queryOf(request.path);
    switch (info.subresource === undefined || !["create", "delete"].includes(info.verb) ? info.verb : "") {
      case "list":
        return jsonResponse(listOf(this.#store, type, info.namespace, query, request.headers));
      case "get":
        return this.#get(type, info, request, query);
      case "create":
        return this.#create(type, info, sentObject(type, request), query);
      case "update":
        return this.#update(type, info, this.#existing(type, info), sentObject(type, request), query);
      case "patch":
        return this.#patch(type, info, request, query);
      case "delete":
        return this.#remove(type, info, deleteOptionsOf(sentValue(request), query));
      case "deletecollection":
        return this.#removeAll(type, info, request, query);
      default:
        throw methodNotAllowed();
    }
  }

  #get(type: ResourceType, info: RequestInfo, request: TransportRequest, query: URLSearchParams): TransportResponse {
    const future = futureRevision(this.#store, query.get("resourceVersion"));
    if (future !== undefined) throw future;
    return jsonResponse(formOf(request.headers, type).of(this.#existing(type, info)));
  }

  #create(type: ResourceType, info: RequestInfo, sent: Fields, query: URLSearchParams): TransportResponse {
    const draft = objectToCreate(type, sent, info, this.#seams);
    const live = this.#store.get(resourceIdOf(type), { ...draft.metadata, name: draft.metadata?.name ?? "" });
    if (live !== undefined) throw taken(type, live);
    return objectResponse(type, isDryRun(query) ? draft : this.#store.write(resourceIdOf(type), draft), 201);
  }

  #update(
    type: ResourceType,
    info: RequestInfo,
    live: MemoryObject,
    sent: Fields,
    query: URLSearchParams,
  ): TransportResponse {
    const draft = objectToUpdate(type, sent, live, info);
    if (isDryRun(query)) return objectResponse(type, draft);
    if (isReleased(draft, live)) {
      this.#store.remove(resourceIdOf(type), live.metadata);
      return objectResponse(type, draft);
    }
    const served = { ...live, ...apiVersionAndKind(type) };
    return objectResponse(type, isDeepEqual(draft, served) ? live : this.#store.write(resourceIdOf(type), draft));
  }

  #patch(type: ResourceType, info: RequestInfo, request: TransportRequest, query: URLSearchParams): TransportResponse {
    const kind = patchKindOf(headerOf(request.headers ?? {}, "content-type") ?? "");
    const body = sentValue(request) ?? null;
    if (kind === "apply") return this.#apply(type, info, body, query);
    const live = this.#existing(type, info);
    const current = { ...live, ...apiVersionAndKind(type) } as unknown as JsonValue; // Stored objects are JSON.
    return this.#update(type, info, live, objectIn(type, patched(kind, current, body)), query);
  }

  #apply(type: ResourceType, info: RequestInfo, body: JsonValue, query: URLSearchParams): TransportResponse {
    const manager = managerOf(query);
    const sent = objectIn(type, body);
    const { namespace, name = "" } = info;
    const place = { ...(namespace === undefined ? {} : { namespace }), name };
    const live = this.#store.get(resourceIdOf(type), place);
    const configuration = body as JsonObject; // `objectIn` has checked it.
    if (live === undefined && info.subresource !== undefined) throw missing(type, info);
    const metadata = { ...sent.metadata, name: sent.metadata?.name ?? name };
    const id = (uid: string): string => `${uid} ${info.subresource ?? ""} ${manager}`;
    const current = live as unknown as JsonObject; // Stored objects are JSON.
    const response =
      live === undefined
        ? this.#create(type, info, { ...sent, metadata }, query)
        : this.#update(
            type,
            info,
            live,
            objectIn(type, applied(current, this.#configurations.get(id(live.metadata.uid)) ?? {}, configuration)),
            query,
          );
    const stored = this.#store.get(resourceIdOf(type), place);
    if (stored !== undefined && !isDryRun(query)) {
      this.#configurations.set(id(stored.metadata.uid), configurationOf(configuration));
    }
    return response;
  }

  #remove(type: ResourceType, info: RequestInfo, options: DeleteOptions): TransportResponse {
    const live = this.#existing(type, info);
    const after = objectAfterDelete(type, live, options, this.#seams.clock.wallTime());
    const resource = resourceIdOf(type);
    if (after !== undefined) {
      return objectResponse(type, options.isDryRun || after === live ? after : this.#store.write(resource, after));
    }
    if (!options.isDryRun) this.#store.remove(resource, live.metadata);
    const { group, plural } = type;
    const { name, uid } = live.metadata;
    const details = { name, ...(group === "" ? {} : { group }), kind: plural, uid };
    return jsonResponse({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", details });
  }

  #removeAll(
    type: ResourceType,
    info: RequestInfo,
    request: TransportRequest,
    query: URLSearchParams,
  ): TransportResponse {
    const options = deleteOptionsOf(sentValue(request), query);
    const list = listOf(this.#store, type, info.namespace, query, request.headers) as {
      readonly items: readonly MemoryObject[];
    };
    for (const { metadata } of list.items) {
      try {
        this.#remove(type, { ...info, name: metadata.name }, options);
      } catch (error) {
        if (!isNotFound(error)) throw error; // An earlier delete of this request has removed it.
      }
    }
    return jsonResponse(list);
  }

  #existing(type: ResourceType, info: RequestInfo): MemoryObject {
    const { namespace, name = "" } = info;
    const live = this.#store.get(resourceIdOf(type), { ...(namespace === undefined ? {} : { namespace }), name });
    if (live === undefined) throw missing(type, info);
    return live;
  }
}

function objectResponse(type: ResourceType, object: KubernetesObject, status = 200): TransportResponse {
  return jsonResponse({ ...object, ...apiVersionAndKind(type) }, status);
}

function apiVersionAndKind(type: ResourceType): { readonly apiVersion: string; readonly kind: string } {
  return { apiVersion: apiVersionOfType(type), kind: type.kind };
}

function isDryRun(query: URLSearchParams): boolean {
  return query.getAll("dryRun").includes("All");
}
