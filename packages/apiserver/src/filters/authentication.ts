// Sets the user of a request: the user of the connection (a call in process, a client certificate), of the bearer token, or the anonymous user.
// https://kubernetes.io/docs/reference/access-authn-authz/authentication/
import { unauthorized } from "@kubewright/apimachinery";
import { headerOf } from "@kubewright/transport";
import type { IssuedTokens, TokenResult } from "../authentication/token-result.ts";
import { anonymous, isAnonymous, withAuthenticatedGroup } from "../authentication/user-info.ts";
import type { UserInfo } from "../authentication/user-info.ts";
import type { RequestHandler, RequestState } from "./request-state.ts";

export interface AuthenticationOptions {
  /** Authenticates a bearer token for the API server itself. `issued`: the tokens of the listener. */
  readonly authenticateToken: (token: string, issued: IssuedTokens | undefined) => TokenResult;
  /** Whether a request without credentials is served, as the anonymous user. */
  readonly allowsAnonymous: boolean;
}

/**
 * Throws 401 for an invalid token, and for a request without credentials unless anonymous requests are allowed. A valid token is sufficient beside an
 * invalid client certificate.
 */
export function withAuthentication(next: RequestHandler, options: AuthenticationOptions): RequestHandler {
  return (state) => {
    state.isUnauthenticated = true;
    state.user = authenticate(state, options);
    if (!isAnonymous(state.user)) {
      state.isUnauthenticated = false;
      state.request.onAuthenticated?.(state.user);
    }
    return next(state);
  };
}

function authenticate({ request, warnings }: RequestState, options: AuthenticationOptions): UserInfo {
  if (request.user !== undefined) return withAuthenticatedGroup(request.user);
  const token = bearerToken(headerOf(request.headers, "authorization") ?? "", warnings);
  if (token === undefined) {
    if (request.hasInvalidCertificate === true || !options.allowsAnonymous) throw unauthorized();
    return anonymous;
  }
  const result = options.authenticateToken(token, request.tokens);
  if (result.type !== "authenticated") throw unauthorized();
  for (const text of result.warnings ?? []) warnings.add(text);
  return withAuthenticatedGroup(result.user);
}

const extraSpaceWarning =
  "the provided Authorization header contains extra space before the bearer token, and is ignored";

/** The bearer token of an `Authorization` header; `undefined` for any other scheme, which counts as no credential. */
function bearerToken(header: string, warnings: Set<string>): string | undefined {
  const [scheme = "", token, ...rest] = header.trim().split(" ");
  if (scheme.toLowerCase() !== "bearer" || token === undefined) return undefined;
  if (token === "" && rest.length > 0) warnings.add(extraSpaceWarning);
  return token === "" ? undefined : token;
}
