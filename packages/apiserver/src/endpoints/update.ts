// An update: PUT of a whole object, to itself or to a subresource that is the object under other rules.
import type { ApiObject } from "../registry/api-object.ts";
import { matchName, matchNamespace } from "../registry/metadata.ts";
import { toWorkingForm } from "../registry/served-form.ts";
import type { UpdateStrategy } from "../registry/strategy.ts";
import { updateObject } from "../registry/update.ts";
import { answerWrite } from "./answer.ts";
import { decodeObject, expectedKindOf } from "./decode-object.ts";
import type { Scope } from "./scope.ts";
import { contextOf } from "./scope.ts";
import type { ServerResponse } from "./server-request.ts";
import { parseWriteOptions } from "./write-options.ts";

/** Answers an update that goes by these rules. */
export async function update(scope: Scope, strategy: UpdateStrategy): Promise<ServerResponse> {
  const { engine, form, namespace, target, request } = scope;
  const options = parseWriteOptions(request.query, "UpdateOptions");
  // Decoded once per attempt, since each one changes what it is given; there is hardly ever a second one.
  let decoded: ApiObject | undefined = decodeObject(scope, expectedKindOf(scope), options.fieldValidation);
  matchNamespace(decoded.metadata, namespace);
  matchName(decoded.metadata, target.name);
  const { uid } = decoded.metadata;
  const result = await updateObject(engine, {
    form,
    namespace,
    name: target.name,
    options,
    context: contextOf(scope, options.dryRun),
    strategy,
    isPatch: false,
    isOwned: false,
    next() {
      const object = decoded ?? decodeObject(scope, expectedKindOf(scope), options.fieldValidation);
      decoded = undefined;
      return toWorkingForm(object, form);
    },
    ...(uid === undefined ? {} : { uidPrecondition: uid }),
    authorizeCreate: () => scope.authorize("create"),
  });
  return answerWrite(scope, result);
}
