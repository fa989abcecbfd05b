// Requests to subresources. See `registry/subresource.ts` for the sorts there are.
import { conflict, field, invalid, isDeepEqual, modifiedMessage } from "@kubewright/apimachinery";
import { groupResourceOf } from "../registry/create.ts";
import { objectIn, toServedForm, toWorkingForm } from "../registry/served-form.ts";
import type { ApiObject, ReadonlyObject } from "../registry/api-object.ts";
import type { ActionSubresource, ConnectSubresource, Subresource, ViewSubresource } from "../registry/subresource.ts";
import { matchName, matchNamespace } from "../registry/metadata.ts";
import { updateObject } from "../registry/update.ts";
import { admissionAttributes } from "../registry/admission-attributes.ts";
import { mutate, validate } from "../registry/admission-chain.ts";
import { decodeEntry } from "../storage/stored-entry.ts";
import { answerObject } from "./answer.ts";
import type { ExpectedKind } from "./decode-object.ts";
import { decodeObject, withMetadata } from "./decode-object.ts";
import { get, getEntry } from "./get.ts";
import { patch, patchValue } from "./patch.ts";
import type { Scope } from "./scope.ts";
import { contextOf } from "./scope.ts";
import type { ServerResponse } from "./server-request.ts";
import { update } from "./update.ts";
import { parseWriteOptions } from "./write-options.ts";

/** Answers a request to a subresource that has this verb. */
export async function serveSubresource(scope: Scope, subresource: Subresource, verb: string): Promise<ServerResponse> {
  switch (subresource.type) {
    case "object":
      if (verb === "get") return get(scope);
      return verb === "update" ? update(scope, subresource.strategy) : patch(scope, subresource.strategy);
    case "view":
      return verb === "get" ? getView(scope, subresource) : writeView(scope, subresource, verb);
    case "action":
      return act(scope, subresource);
    case "connect":
      return connect(scope, subresource);
  }
}

async function getView(scope: Scope, view: ViewSubresource): Promise<ServerResponse> {
  const parent = objectIn(await getEntry(scope), scope.form);
  return answerView(scope, view.read(parent, scope.form.version.name));
}

async function writeView(scope: Scope, view: ViewSubresource, verb: string): Promise<ServerResponse> {
  const { engine, form, namespace, target, request } = scope;
  const options = parseWriteOptions(request.query, verb === "patch" ? "PatchOptions" : "UpdateOptions");
  const expected: ExpectedKind = { ...view.gvk, decode: view.decode };
  const sent = verb === "patch" ? undefined : decodeObject(scope, expected, options.fieldValidation);
  if (sent !== undefined) {
    matchNamespace(sent.metadata, namespace);
    matchName(sent.metadata, target.name);
  }
  const version = form.version.name;
  let written: ApiObject | undefined;
  let before: ApiObject | undefined;
  const result = await updateObject(engine, {
    form,
    namespace,
    name: target.name,
    options,
    context: contextOf(scope, options.dryRun),
    strategy: form.resource.strategy,
    isPatch: verb === "patch",
    view: {
      kind: view.gvk,
      read: (parent) => view.read(parent, version),
      written() {
        if (written === undefined) throw new Error("Cannot show a view to admission: none has been written");
        return written;
      },
      write(parent, admitted) {
        if (isDeepEqual(before, admitted)) return;
        checkView(view, admitted, target.name);
        view.write(parent, admitted, version);
      },
    },
    next(old) {
      if (old === undefined) throw new Error("Cannot write a view: it has no parent");
      const parent = toServedForm(old, form);
      const current = view.read(parent, version);
      const next = sent ?? withMetadata(patchValue(scope, current) as ApiObject, expected).object;
      const sentVersion = next.metadata.resourceVersion;
      if (sentVersion !== undefined && sentVersion !== parent.metadata.resourceVersion) {
        throw conflict(groupResourceOf(form), target.name, modifiedMessage);
      }
      if (next.metadata.name !== undefined && next.metadata.name !== target.name) {
        throw invalid(view.gvk, target.name, [
          field.invalid("metadata.name", next.metadata.name, "field is immutable"),
        ]);
      }
      checkView(view, next, target.name);
      view.write(parent, next, version);
      // What a client says of the status of a view is not looked at.
      written = {
        ...next,
        metadata: { ...next.metadata, namespace },
        status: verb === "patch" ? next["status"] : { replicas: 0 },
      };
      before = structuredClone(written);
      return toWorkingForm(parent, form);
    },
  });
  const parent = result.type === "stored" ? objectIn(result.entry, form) : toServedForm(result.object, form);
  return answerView(scope, view.read(parent, version));
}

function checkView(view: ViewSubresource, written: ReadonlyObject, name: string): void {
  const errors = view.validate?.(written) ?? [];
  if (errors.length > 0) throw invalid(view.gvk, name, errors);
}

async function act(scope: Scope, action: ActionSubresource): Promise<ServerResponse> {
  const { engine, form, target, namespace, request } = scope;
  const options = parseWriteOptions(request.query, "CreateOptions");
  const body = decodeObject(scope, { ...action.gvk, decode: undefined }, options.fieldValidation);
  const context = contextOf(scope, options.dryRun);
  const parent = decodeEntry(await getEntry(scope));
  matchNamespace(body.metadata, namespace);
  const about = { namespace, name: target.name, object: body, options: options.asObject };
  const attributes = { ...admissionAttributes("CREATE", form, context, about), kind: action.gvk };
  await mutate(engine.admission, attributes, context);
  await validate(engine.admission, attributes, context);
  const answer = await action.run(body, parent, context);
  return answerView(scope, answer, 201);
}

async function connect(scope: Scope, { connect: run }: ConnectSubresource): Promise<ServerResponse> {
  const parent = decodeEntry(await getEntry(scope));
  const { method, query, signal } = scope.request;
  const request = { method, query, ...(signal === undefined ? {} : { signal }) };
  const { status, contentType, body } = await run(request, parent, contextOf(scope, false));
  return { status, headers: { "content-type": contentType }, body };
}

/** Answers with an object of another kind than the resource's: it is shown as it is. */
function answerView(scope: Scope, object: ApiObject, status = 200): ServerResponse {
  return answerObject({ ...scope, accept: { format: scope.accept.format, asVersion: "" } }, status, object);
}
