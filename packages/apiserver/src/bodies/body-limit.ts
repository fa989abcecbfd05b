// Reads the body of a write, after authorization: a client without rights cannot make the server buffer a body. Checks the media type and the size
// in the order of a kube-apiserver: a create and a patch check the media type before they read the body, an update and a delete the size first.
import { requestEntityTooLarge } from "@kubewright/apimachinery";
import { bodyFormat } from "../negotiation/body.ts";
import type { Verb } from "../contracts/strategy.ts";
import { isApply, patchTypeOf } from "./patch-body.ts";
import { RequestTimeoutError } from "../request/request-deadline.ts";
import type { Scope } from "../request/scope.ts";
import type { UnreadBody } from "../http/server-request.ts";
import { bodySizeMax } from "../http/server-request.ts";

const verbsWithoutBody: ReadonlySet<Verb> = new Set(["get", "list", "watch"]);

/**
 * Returns the body if it has to be read first. Throws 415 if the verb does not accept the media type of the body, and 413 if a body in memory is larger
 * than `bodySizeMax`.
 */
export function unreadBodyOf({ request, resource }: Scope, verb: Verb): UnreadBody | undefined {
  if (verbsWithoutBody.has(verb)) return undefined;
  if (verb === "create") bodyFormat(request.headers);
  if (verb === "patch" && !isApply(request)) patchTypeOf(request, resource.custom);
  if (request.body.length > bodySizeMax) throw tooLarge();
  return request.unreadBody;
}

/** The request with its body. Throws 504 if the body is late, and 413 if it is larger than `bodySizeMax`. */
export async function withBody({ request, user }: Scope, unread: UnreadBody): Promise<Scope["request"]> {
  const body = await unread.read(user);
  if (body === "late") throw new RequestTimeoutError();
  if (body === "too large") throw tooLarge();
  return { ...request, body, unreadBody: undefined };
}

function tooLarge(): Error {
  return requestEntityTooLarge(`limit is ${bodySizeMax}`);
}
