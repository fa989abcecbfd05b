// Who sends a request: whoever the way it came by says (a call in process, a client certificate), else a bearer token, else nobody.
// https://kubernetes.io/docs/reference/access-authn-authz/authentication/
import { unauthorized } from "@kubewright/apimachinery";
import { headerOf } from "@kubewright/transport";
import type { ServerRequest } from "../http/server-request.ts";
import { anonymous, withAuthenticatedGroup } from "../authentication/user-info.ts";
import type { UserInfo } from "../authentication/user-info.ts";
import type { TokenResult } from "../authentication/token-result.ts";

export interface AuthenticationOptions {
  /** Authenticates a bearer token for the API server itself. */
  readonly authenticateToken: (token: string) => TokenResult;
  /** Whether a request without credentials is served, as the anonymous user. */
  readonly allowsAnonymous: boolean;
  /** Adds a `Warning` header to the answer. */
  readonly warn: (text: string) => void;
}

/**
 * The user of a request: of its connection, else of its bearer token, else the anonymous user. Throws 401 for a token that is not valid, and for a
 * request without credentials if the server does not allow these.
 */
export function authenticate(request: ServerRequest, options: AuthenticationOptions): UserInfo {
  const { authenticateToken, allowsAnonymous, warn } = options;
  if (request.user !== undefined) return withAuthenticatedGroup(request.user);
  const token = bearerToken(headerOf(request.headers, "authorization") ?? "", warn);
  if (token === undefined) {
    if (!allowsAnonymous) throw unauthorized();
    return anonymous;
  }
  const result = authenticateToken(token);
  if (result.type !== "authenticated") throw unauthorized();
  for (const text of result.warnings ?? []) warn(text);
  return withAuthenticatedGroup(result.user);
}

const extraSpaceWarning =
  "the provided Authorization header contains extra space before the bearer token, and is ignored";

/** The bearer token of an `Authorization` header; `undefined` for any other scheme, which counts as no credential. */
function bearerToken(header: string, warn: (text: string) => void): string | undefined {
  const [scheme = "", token, ...rest] = header.trim().split(" ");
  if (scheme.toLowerCase() !== "bearer" || token === undefined) return undefined;
  if (token === "" && rest.length > 0) warn(extraSpaceWarning);
  return token === "" ? undefined : token;
}
