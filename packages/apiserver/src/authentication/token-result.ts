// The result of a token authenticator. https://kubernetes.io/docs/reference/access-authn-authz/authentication/
import type { UserInfo } from "./user-info.ts";

/**
 * `unknown`: another authenticator may recognize the token. `rejected`: the authenticator recognizes the token and it is not valid; `error` is what a
 * TokenReview reports.
 */
export type TokenResult =
  | { readonly type: "unknown" }
  | { readonly type: "rejected"; readonly error: string }
  | {
      readonly type: "authenticated";
      readonly user: UserInfo;
      /** The requested audiences of the token. At least one. */
      readonly audiences: readonly string[];
      /** Sent as `Warning` headers. */
      readonly warnings?: readonly string[];
    };

/** The users of tokens without audiences. */
export type IssuedTokens = ReadonlyMap<string, UserInfo>;

/** Authenticates a bearer token for a target that accepts any of `audiences`. */
export type TokenAuthenticator = (token: string, audiences: readonly string[]) => TokenResult;

/** An authenticator for tokens without audiences. They are valid for the audiences of the API server, and unknown for any other target. */
export function withImplicitAudiences(
  apiAudiences: readonly string[],
  find: (token: string) => UserInfo | undefined,
): TokenAuthenticator {
  return (token, requested) => {
    const audiences = requested.filter((audience) => apiAudiences.includes(audience));
    const user = audiences.length === 0 ? undefined : find(token);
    return user === undefined ? { type: "unknown" } : { type: "authenticated", user, audiences };
  };
}

/**
 * The first authenticator that recognizes the token decides. Otherwise the result has the errors of all of them, after that of kube-apiserver's
 * authenticator for its loopback token.
 */
export function authenticateToken(
  token: string,
  audiences: readonly string[],
  authenticators: readonly TokenAuthenticator[],
): Exclude<TokenResult, { readonly type: "unknown" }> {
  const errors = new Set(["invalid bearer token"]);
  for (const authenticator of authenticators) {
    const result = authenticator(token, audiences);
    if (result.type === "authenticated") return result;
    if (result.type === "rejected") errors.add(result.error);
  }
  const list = [...errors].join(", ");
  return { type: "rejected", error: errors.size === 1 ? list : `[${list}]` };
}
