// A create: POST to a collection. Kinds that are only answered (reviews) come this way too.
import { admissionAttributes } from "../registry/admission-attributes.ts";
import { review as reviewRequest } from "../registry/admission-chain.ts";
import { createObject } from "../registry/create.ts";
import { trackFields } from "../registry/track-fields.ts";
import { toServedForm, toWorkingForm } from "../registry/served-form.ts";
import { matchNamespace } from "../registry/metadata.ts";
import { answerObject, answerWrite } from "./answer.ts";
import { decodeObject } from "./decode-object.ts";
import { expectedKindOf } from "../registry/decode-value.ts";
import type { Scope } from "./scope.ts";
import { contextOf } from "./scope.ts";
import type { ServerResponse } from "../http/server-request.ts";
import { parseWriteOptions } from "./write-options.ts";

/** Answers a create. */
export async function create(scope: Scope): Promise<ServerResponse> {
  const { engine, resource, namespace, request } = scope;
  const options = parseWriteOptions(request.query, "CreateOptions");
  const object = decodeObject(scope, expectedKindOf(scope.resource), options.fieldValidation);
  const context = contextOf(scope, options.dryRun);
  const { review } = resource;
  if (review !== undefined) {
    const draft = toWorkingForm(object, resource);
    matchNamespace(draft.metadata, namespace);
    trackFields(engine, { resource, context, options }, draft, undefined);
    const about = { namespace, name: draft.metadata.name ?? "", object: draft, options: options.asObject };
    const attributes = admissionAttributes("CREATE", resource, context, about);
    await reviewRequest(engine, attributes, context);
    const answer = review(draft, context);
    return answerObject(scope, 201, answer.kind === draft.kind ? toServedForm(answer, resource) : answer);
  }
  return answerWrite(scope, await createObject(engine, { resource, object, namespace, options, context }));
}
