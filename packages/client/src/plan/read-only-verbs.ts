/** The verbs on bytes of a plan: reads and dry runs are sent, other writes are rejected, because they would not be recorded. */
import type { Verbs } from "../verbs/verbs.ts";

export function readOnlyVerbs(next: Verbs): Partial<Verbs> {
  return {
    create: (type, key, body, options) =>
      options?.dryRun === true ? next.create(type, key, body, options) : rejected(`create ${type.kind}`),
    update: (type, key, body, options) =>
      options?.dryRun === true ? next.update(type, key, body, options) : rejected(`update ${type.kind}`),
    patch: (type, key, body, options) =>
      options.dryRun === true ? next.patch(type, key, body, options) : rejected(`patch ${type.kind}`),
    delete: (type, key, options) =>
      options?.dryRun === true ? next.delete(type, key, options) : rejected(`delete ${type.kind}`),
    deleteCollection: (type, options) =>
      options?.dryRun === true ? next.deleteCollection(type, options) : rejected(`delete ${type.plural}`),
    send: (request) =>
      ["GET", "HEAD", "OPTIONS"].includes(request.method)
        ? next.send(request)
        : rejected(`send ${request.method} ${request.path}`),
    connect: ({ action, path }) => rejected(action ?? `connect to "${path}"`),
  };
}

function rejected(action: string): Promise<never> {
  return Promise.reject(new TypeError(`Cannot ${action} in a plan: use the typed calls, which are recorded`));
}
