// Requests to subresources. `contracts/subresource.ts` describes the types.
import { apiVersionOf, badRequest, forbidden, notFound } from "@kubewright/apimachinery";
import type { GroupVersionKind } from "@kubewright/apimachinery";
import { groupResourceOf } from "../registry/error-names.ts";
import { runInSteps } from "../turns/time-slices.ts";
import { objectIn } from "../conversion/served-object.ts";
import type { ApiObject, JsonObject } from "../objects/api-object.ts";
import type { ActionSubresource, ConnectSubresource, Subresource, ViewSubresource } from "../contracts/subresource.ts";
import { defaultTable } from "../negotiation/table.ts";
import { matchNamespace } from "../writes/metadata.ts";
import type { VersionedResource } from "../registry/registry.ts";
import { admissionAttributes } from "../writes/admission-attributes.ts";
import { review } from "../writes/admission-chain.ts";
import { entriesAfterUpdate } from "../field-manager/after-update.ts";
import { managerName } from "../field-manager/manager-name.ts";
import { setManagedFields } from "../writes/track-fields.ts";
import { decodeEntry, entryKey } from "../storage/stored-entry.ts";
import { respondWithObject } from "../request/responses.ts";
import { decodeObject } from "../bodies/decode-object.ts";
import { nextWrite } from "../request/resource-version.ts";
import { get, getCurrentEntry, getEntry } from "../reads/get.ts";
import { patch } from "./patch.ts";
import type { Scope } from "../request/scope.ts";
import { contextOf, userAgentOf } from "../request/scope.ts";
import type { ServerResponse } from "../http/server-request.ts";
import { update } from "./update.ts";
import { parseWriteOptions } from "../request/write-options.ts";
import { writeView } from "./write-view.ts";

/** Handles a request to a subresource that has this verb. */
export async function serveSubresource(scope: Scope, subresource: Subresource, verb: string): Promise<ServerResponse> {
  switch (subresource.type) {
    case "object":
      if (verb === "get") return get(scope);
      return verb === "update" ? update(scope, subresource.strategy) : patch(scope, subresource.strategy);
    case "view":
      return serveView(scope, subresource, verb);
    case "action":
      return act(scope, subresource);
    case "connect":
      return connect(scope, subresource);
  }
}

/** The response to a request for a view, in any media type. The kind of a view differs from that of the object. */
async function serveView(scope: Scope, view: ViewSubresource, verb: string): Promise<ServerResponse> {
  const object = verb === "get" ? await readView(scope, view) : await writeView(scope, view);
  const { resource } = scope;
  // Errors name the Go type: the internal type of built-in kinds, the v1 type for custom resources.
  const group = resource.custom ? view.gvk.version : view.gvk.group;
  const shown: VersionedResource = {
    ...resource,
    apiVersion: object.apiVersion,
    group,
    kind: object.kind,
    custom: false,
    version: { ...resource.version, table: () => view.table?.(resource.version.name) ?? defaultTable },
  };
  return respondWithObject({ ...scope, resource: shown }, 200, object);
}

async function readView(scope: Scope, view: ViewSubresource): Promise<ApiObject> {
  const entry = await getEntry(scope);
  const parent = objectIn(entry, scope.resource);
  view.checkRead?.(parent, scope.resource.version.name);
  return view.read(parent, scope.resource.version.name);
}

const namespaces = { group: "", resource: "namespaces" } as const;

/** Admission reviews the body. The action itself reads and writes in one turn, after admission. */
async function act(scope: Scope, action: ActionSubresource): Promise<ServerResponse> {
  const { engine, resource, target, namespace, request } = scope;
  const options = parseWriteOptions(request.query, "CreateOptions");
  const { gvk, decode, olderVersions } = action;
  const context = contextOf(scope, options.dryRun);
  const expected = { ...gvk, decode, olderVersions };
  const body = await runInSteps(() => decodeObject(scope, expected, options.fieldValidation), context);
  matchNamespace(body.metadata, namespace);
  if (!context.read.has(namespaces, { name: namespace })) throw notFound(namespaces, namespace);
  action.check?.(body, { name: target.name, namespace });
  await getCurrentEntry(scope); // A request for an object that does not exist is not reviewed.
  const fieldManager = engine.fieldManagers.viewOf(action);
  const manager = managerName(options.fieldManager, userAgentOf(request));
  const nowMs = engine.clock.wallTime();
  const update = { fieldManager, live: undefined, next: body, manager, nowMs };
  setManagedFields(body, await runInSteps(() => entriesAfterUpdate(update), context));
  const about = { namespace, name: target.name, object: body, options: options.asObject };
  const attributes = { ...admissionAttributes("CREATE", resource, context, about), kind: action.gvk };
  await review(engine, attributes, context);
  return respondWithActionResult(scope, action.run(body, storedParent(scope), context));
}

/** Returns the stored object. Throws 404 if it does not exist. */
function storedParent({ engine, resource, namespace, target }: Scope): ApiObject {
  const entry = engine.store.tableOf(resource).get(entryKey(namespace, target.name));
  if (entry === undefined) throw notFound(groupResourceOf(resource), target.name);
  return decodeEntry(entry);
}

async function connect(scope: Scope, subresource: ConnectSubresource): Promise<ServerResponse> {
  const { connect: run, parentName, gvk, options } = subresource;
  const { engine, request, target, closing } = scope;
  // kube-apiserver serves a log as a read, which has no dryRun.
  if (options !== undefined && request.query.has("dryRun")) throw badRequest("dryRun is not supported");
  const subpath = [...target.rest.filter((segment) => segment !== ""), ...(request.path.endsWith("/") ? [""] : [])];
  const sent = options?.parse(request.query, subpath.map((segment) => `/${segment}`).join(""));
  const reviewed = sent === undefined ? {} : await reviewConnect(scope, gvk, sent);
  if (subresource.needsCreate === true) assertMayCreate(scope);
  const name = parentName?.(target.name) ?? target.name;
  const parent = decodeEntry(await getCurrentEntry({ ...scope, target: { ...target, name } }));
  const { method, query, headers } = request;
  const signal = request.signal === undefined ? closing : AbortSignal.any([closing, request.signal]);
  const wait = (ended: AbortSignal): Promise<void> => nextWrite(engine, ended);
  return run({ method, query, options: reviewed, headers, signal, nextWrite: wait }, parent, contextOf(scope, false));
}

/** Throws 403 with a message that has only the reason, as kube-apiserver does. */
function assertMayCreate({ engine, access, resource, target }: Scope): void {
  const { allowed, reason } = engine.context.authorizer.authorize({ ...access, verb: "create" });
  if (!allowed) throw forbidden(groupResourceOf(resource), target.name, reason);
}

/** Admission reviews the options of a connection, also if the parent does not exist. Returns them with the changes of admission. */
async function reviewConnect(scope: Scope, kind: GroupVersionKind, fields: JsonObject): Promise<JsonObject> {
  const { engine, resource, target, namespace } = scope;
  const context = contextOf(scope, false);
  const object: ApiObject = {
    kind: kind.kind,
    apiVersion: apiVersionOf(kind.group, kind.version),
    metadata: {},
    ...fields,
  };
  const about = { namespace, name: target.name, object, options: null };
  await review(engine, { ...admissionAttributes("CONNECT", resource, context, about), kind }, context);
  return object;
}

/** Responds with the object that an action returned. A Status has no table and no metadata-only representation. */
function respondWithActionResult(scope: Scope, object: ApiObject): ServerResponse {
  if (object.kind !== "Status") return respondWithObject(scope, 201, object);
  return respondWithObject({ ...scope, accept: { format: scope.accept.format, asVersion: "" } }, 201, object);
}
