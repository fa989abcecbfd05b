// The context of writes that the server does on its own behalf.
import { serverUser } from "../authentication/user-info.ts";
import type { AdmissionContext } from "../registry/admission-plugin.ts";
import type { Engine } from "../registry/engine.ts";
import { writeDeadline } from "../turns/deadline.ts";
import { pauseBetweenSlices } from "../turns/time-slices.ts";

/** The field manager and user agent of these writes. */
const ownName = "kube-apiserver";

export function ownContext({ clock, context }: Engine): AdmissionContext {
  const deadline = writeDeadline(clock.now());
  return {
    ...context,
    user: serverUser,
    verb: "",
    version: "",
    name: "",
    subresource: "",
    userAgent: ownName,
    dryRun: false,
    deadline,
    signal: undefined,
    decoded: {},
    ...pauseBetweenSlices({ clock, deadline, signal: undefined }),
    warn: () => undefined, // There is no response to add a header to.
    annotate: () => undefined, // Requests of the server have no audit event.
    trackWebhook: () => undefined,
  };
}
