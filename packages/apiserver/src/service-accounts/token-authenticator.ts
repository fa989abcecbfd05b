/** Authenticates service account tokens: issuer, signature, audience, then the claims. */
import { quoteGoStrings } from "@kubewright/apimachinery";
import type { TokenResult } from "../authentication/token-result.ts";
import { stringOf } from "../objects/api-object.ts";
import type { ServerContext } from "../contracts/server-context.ts";
import { legacyIssuer, validateLegacyClaims } from "./legacy-claims.ts";
import type { VerificationKey } from "./service-account-keys.ts";
import type { DecodedToken } from "./signed-token.ts";
import { decodeToken, isSignedWith } from "./signed-token.ts";
import { validateBoundClaims } from "./token-claims.ts";

export interface AuthenticatorOptions {
  /** Issuers whose tokens are accepted. */
  readonly issuers: readonly string[];
  /** The audiences of the API server. Tokens without an audience are for these. */
  readonly apiAudiences: readonly string[];
  readonly keys: () => readonly VerificationKey[];
}

/** Authenticates `token` for a target that accepts any of `requested`. Tokens of other issuers are unknown. */
export function authenticateServiceAccount(
  token: string,
  requested: readonly string[],
  { issuers, apiAudiences, keys }: AuthenticatorOptions,
  context: ServerContext,
): TokenResult {
  const decoded = decodeToken(token);
  const issuer = decoded?.claims["iss"];
  if (decoded === undefined || typeof issuer !== "string") return { type: "unknown" };
  if (issuer !== legacyIssuer && !issuers.includes(issuer)) return { type: "unknown" };
  const signatureError = errorOfSignature(decoded, keys());
  if (signatureError !== undefined) return { type: "rejected", error: signatureError };

  const own = audiencesOf(decoded.claims["aud"]);
  const tokenAudiences = own.length === 0 ? apiAudiences : own;
  const audiences = requested.filter((audience) => tokenAudiences.includes(audience));
  if (audiences.length === 0) {
    const [found, wanted] = [quoteGoStrings(tokenAudiences), quoteGoStrings(requested)];
    return { type: "rejected", error: `token audiences ${found} is invalid for the target audiences ${wanted}` };
  }
  const result =
    issuer === legacyIssuer
      ? validateLegacyClaims(decoded.claims, token, context)
      : validateBoundClaims(decoded.claims, context);
  return "error" in result
    ? { type: "rejected", error: result.error }
    : { type: "authenticated", audiences, ...result };
}

function errorOfSignature(token: DecodedToken, keys: readonly VerificationKey[]): string | undefined {
  const id = stringOf(token.header.kid);
  const candidates = id === "" ? keys : keys.filter((key) => key.id === id);
  if (candidates.length === 0) return "invalid signature, no keys found";
  if (candidates.some((key) => isSignedWith(token, key))) return undefined;
  return "go-jose/go-jose: error in cryptographic primitive";
}

/** The claim is a list, or a string with a single audience. */
function audiencesOf(claim: unknown): readonly string[] {
  if (typeof claim === "string") return [claim];
  return Array.isArray(claim) ? claim.filter((audience): audience is string => typeof audience === "string") : [];
}
