// Lets a user act as another user. A request is permitted by the first mode that permits it: the constrained modes, which also depend on what the
// request does, and then the verb `impersonate`.
// https://kubernetes.io/docs/reference/access-authn-authz/authentication/#user-impersonation, https://kep.k8s.io/5284
import { isApiError } from "@kubewright/apimachinery";
import type { AccessRequest, Authorizer } from "../authorization/authorizer.ts";
import { wantedUserOf } from "./impersonation-headers.ts";
import type { WantedUser } from "./impersonation-headers.ts";
import { impersonationModes } from "./impersonation-modes.ts";
import type { ImpersonatedUser, ImpersonationMode } from "./impersonation-modes.ts";
import type { RequestHandler } from "./request-state.ts";

/** Replaces the authenticated user by the one in the headers. Throws 400 for headers without a user, and 403 without the permission. */
export function withImpersonation(next: RequestHandler, authorizer: Authorizer): RequestHandler {
  const impersonate = createImpersonation(impersonationModes(authorizer));
  return (state) => {
    const wanted = wantedUserOf(state.request.headers);
    if (wanted !== undefined) {
      const { user, constraint } = impersonate(wanted, { ...state.info.access, user: state.user });
      state.user = user;
      state.impersonationConstraint = constraint;
    }
    return next(state);
  };
}

/** The number of users whose last mode is remembered. */
const rememberedUsersMax = 10_000;

/**
 * Returns the impersonated user, or throws the error of the first mode. As in kube-apiserver, the mode that permitted the last
 * request of a user is tried first. The error of a later request may therefore be that of another mode.
 */
function createImpersonation(
  modes: readonly ImpersonationMode[],
): (wanted: WantedUser, request: AccessRequest) => ImpersonatedUser {
  const lastModes = new Map<string, ImpersonationMode>();
  return (wanted, request) => {
    const { name } = request.user;
    const last = lastModes.get(name);
    const ordered = last === undefined ? modes : [last, ...modes.filter((mode) => mode !== last)];
    let denial: Error | undefined;
    for (const mode of ordered) {
      try {
        const impersonated = mode(wanted, request);
        if (impersonated === undefined) continue;
        remember(lastModes, name, mode);
        return impersonated;
      } catch (error) {
        if (!isApiError(error)) throw error;
        denial ??= error;
      }
    }
    throw denial ?? new Error("all impersonation modes failed");
  };
}

function remember(lastModes: Map<string, ImpersonationMode>, name: string, mode: ImpersonationMode): void {
  lastModes.delete(name);
  lastModes.set(name, mode);
  const [oldest] = lastModes.keys();
  if (lastModes.size > rememberedUsersMax && oldest !== undefined) lastModes.delete(oldest);
}
