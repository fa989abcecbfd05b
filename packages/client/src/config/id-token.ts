// The auth provider "oidc" of a kubeconfig: its id-token is a bearer token until it expires. client-go then requests a new one with the
// refresh-token; this package does not, and the error of an expired token says so.

import type { Clock } from "@kubewright/async";
import { isJsonObject } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";

import { ConfigError } from "../errors.ts";
import type { KubeconfigOrigin } from "./field-reader.ts";
import type { KubeconfigAuthProvider } from "./kubeconfig.ts";

/**
 * Returns the id-token while it is valid.
 *
 * @throws {ConfigError} when the provider has no id-token, or when it is called after the id-token has expired.
 */
export function createIdTokenSource(
  provider: KubeconfigAuthProvider,
  { origin, clock }: { readonly origin: KubeconfigOrigin; readonly clock: Clock },
): () => string {
  const fail = (found: string): ConfigError =>
    new ConfigError(
      `Cannot use kubeconfig "${origin.name}": auth-provider "${provider.name}": ${found}, must be valid, because it is not refreshed: sign in again, or use exec`,
    );
  if (provider.idToken === undefined) throw fail("id-token is missing");
  const { idToken } = provider;
  const expiresAtMs = expiryOf(idToken);
  if (expiresAtMs === undefined) throw fail("id-token is no JSON Web Token with a time of expiry");
  return () => {
    if (clock.wallTime() < expiresAtMs) return idToken;
    throw fail(`id-token expired at ${new Date(expiresAtMs).toISOString()}`);
  };
}

/** The `exp` of a JSON Web Token (RFC 7519, section 4.1.4), in milliseconds. The API server checks the signature. */
function expiryOf(token: string): number | undefined {
  const [, payload, ...rest] = token.split(".");
  if (payload === undefined || rest.length !== 1) return undefined;
  try {
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as JsonValue; // Text that JSON.parse takes is JSON.
    const expiry = isJsonObject(claims) ? claims["exp"] : undefined;
    return typeof expiry === "number" ? expiry * 1000 : undefined;
  } catch {
    return undefined;
  }
}
