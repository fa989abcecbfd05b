// Checks the size and the media type of a request body before the rest of a write, in the order of a kube-apiserver: a create and a patch
// check the media type first, an update and a delete the size.
import { requestEntityTooLarge } from "@kubewright/apimachinery";
import { bodyFormat } from "../negotiation/body.ts";
import type { Verb } from "../registry/strategy.ts";
import { isApply, patchTypeOf } from "./patch-body.ts";
import { RequestTimeoutError } from "./request-deadline.ts";
import type { Scope } from "./scope.ts";
import { bodySizeMax } from "../http/server-request.ts";

const verbsWithoutBody: ReadonlySet<Verb> = new Set(["get", "list", "watch"]);

/** Throws 415 if the verb does not accept the media type of the body, 504 if the body is late, and 413 if it is larger than `bodySizeMax`. */
export function assertBody({ request, resource }: Scope, verb: Verb): void {
  if (verbsWithoutBody.has(verb)) return;
  if (verb === "create") bodyFormat(request.headers);
  if (verb === "patch" && !isApply(request)) patchTypeOf(request, resource.custom);
  if (request.isLate === true) throw new RequestTimeoutError();
  if (request.body.length > bodySizeMax) throw requestEntityTooLarge(`limit is ${bodySizeMax}`);
}
