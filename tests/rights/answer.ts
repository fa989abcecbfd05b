/** The part of a response that depends on rights, in a form that is equal for the same policy under another prefix. */
import type { TestResponse } from "../http.ts";

export interface Answer {
  readonly status: number;
  /** Of an error: the message and the details, or the text of the body. */
  readonly error?: unknown;
}

/** `prefix`: that of the policy. */
export function answerOf({ status, body }: TestResponse, prefix: string): Answer {
  if (status < 300) return { status };
  return { status, error: JSON.parse(masked(JSON.stringify(errorIn(body)), prefix)) as unknown };
}

function errorIn(body: unknown): unknown {
  if (typeof body !== "object" || body === null) return body;
  const { message, details } = body as { readonly message?: unknown; readonly details?: unknown };
  return { message, details };
}

const uid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/gu;
const missingRoles = /RBAC: \[([^\]]*)\]/gu;

/** A kube-apiserver lists bindings, and therefore the missing roles, in any order. */
function masked(text: string, prefix: string): string {
  return text
    .replaceAll(prefix, "{{namespace}}")
    .replaceAll(uid, "{{uid}}")
    .replaceAll(missingRoles, (_, list: string) => `RBAC: [${list.split(", ").toSorted().join(", ")}]`);
}

/** Whether a request was denied, for any reason. */
export function isDenied({ status }: Answer): boolean {
  return status === 403;
}
