// The auth provider "oidc" of a kubeconfig: its id-token is a bearer token until it expires. Then the refresh-token is exchanged for a new
// id-token at the issuer, as in client-go. https://openid.net/specs/openid-connect-core-1_0.html#RefreshTokens

import { getOwn, isJsonObject } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import type { Clock } from "@kubewright/async";

import { ConfigError } from "../errors.ts";
import type { KubeconfigOrigin } from "./field-reader.ts";
import type { KubeconfigAuthProvider } from "./kubeconfig.ts";
import type { OidcIssuer, OidcTokens } from "./oidc-issuer.ts";

export interface OidcTokenOptions {
  readonly origin: KubeconfigOrigin;
  readonly clock: Clock;
  /** Refreshes tokens. */
  readonly issuer: OidcIssuer;
  /** Stores refreshed tokens for other programs that use this kubeconfig. `used` is the refresh token that was exchanged. */
  readonly persist: (tokens: OidcTokens, used: string) => Promise<void>;
}

/** Returns the current id-token. */
export interface OidcTokenSource {
  (): Promise<string>;
  /** Called when the server has rejected the token: the next call refreshes it. */
  readonly invalidate: () => void;
}

/** A token is refreshed this long before it expires, because clocks differ: the value of client-go. */
const expiryMarginMs = 10_000;

/** A rejected or failed token is refreshed at most this often. */
const refreshIntervalMs = 10_000;

/**
 * Creates the source of the id-token. All requests share one refresh.
 *
 * @throws {ConfigError} if the provider has neither an id-token nor a refresh-token. A call throws it if the token has expired and cannot be refreshed.
 */
export function createOidcTokenSource(provider: KubeconfigAuthProvider, options: OidcTokenOptions): OidcTokenSource {
  const source = new OidcSource(provider, options);
  return Object.assign(() => source.current(), { invalidate: () => source.invalidate() });
}

class OidcSource {
  readonly #provider: KubeconfigAuthProvider;
  readonly #options: OidcTokenOptions;
  #held: { readonly token: string; readonly expiresAtMs: number } | undefined;
  #refreshToken: string | undefined;
  #refreshing: Promise<string> | undefined;
  #refreshedAt = Number.NEGATIVE_INFINITY;
  /** Why the last refresh has failed. */
  #failure: ConfigError | undefined;

  constructor(provider: KubeconfigAuthProvider, options: OidcTokenOptions) {
    this.#provider = provider;
    this.#options = options;
    this.#refreshToken = provider.refreshToken;
    if (provider.idToken !== undefined) this.#held = this.#read(provider.idToken);
    else if (provider.refreshToken === undefined)
      throw this.#error("id-token and refresh-token are missing: sign in again");
  }

  async current(): Promise<string> {
    const { clock } = this.#options;
    if (this.#held && clock.wallTime() + expiryMarginMs < this.#held.expiresAtMs) return this.#held.token;
    if (this.#refreshToken === undefined)
      throw this.#error(`${this.#expiry()}, and there is no refresh-token: sign in again`);
    if (this.#failure && clock.now() - this.#refreshedAt < refreshIntervalMs) throw this.#failure;
    this.#refreshing ??= this.#refresh(this.#refreshToken).finally(() => (this.#refreshing = undefined));
    return await this.#refreshing;
  }

  invalidate(): void {
    if (this.#refreshToken === undefined || this.#options.clock.now() - this.#refreshedAt < refreshIntervalMs) return;
    this.#held = undefined;
  }

  async #refresh(refreshToken: string): Promise<string> {
    this.#refreshedAt = this.#options.clock.now();
    try {
      const tokens = await this.#options.issuer.refresh(refreshToken);
      this.#held = this.#read(tokens.idToken);
      this.#refreshToken = tokens.refreshToken ?? refreshToken;
      this.#failure = undefined;
      await this.#options.persist(tokens, refreshToken);
      return tokens.idToken;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#failure = this.#error(`${this.#expiry()}, and cannot be refreshed: ${why}`, error);
      throw this.#failure;
    }
  }

  #read(token: string): { readonly token: string; readonly expiresAtMs: number } {
    const expiresAtMs = expiryOf(token);
    if (expiresAtMs === undefined) throw this.#error("id-token is not a JSON Web Token with a time of expiry");
    return { token, expiresAtMs };
  }

  #expiry(): string {
    if (!this.#held) return "id-token is missing or was rejected";
    return `id-token expires at ${new Date(this.#held.expiresAtMs).toISOString()}`;
  }

  #error(found: string, cause?: unknown): ConfigError {
    const { name } = this.#options.origin;
    return new ConfigError(`Cannot use kubeconfig "${name}": auth-provider "${this.#provider.name}": ${found}`, {
      cause,
    });
  }
}

/** The `exp` of a JSON Web Token (RFC 7519, section 4.1.4), in milliseconds. The API server checks the signature. */
function expiryOf(token: string): number | undefined {
  const [, payload, ...rest] = token.split(".");
  if (payload === undefined || rest.length !== 1) return undefined;
  try {
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as JsonValue; // JSON.parse returns JSON.
    const expiry = isJsonObject(claims) ? getOwn(claims, "exp") : undefined;
    return typeof expiry === "number" ? expiry * 1000 : undefined;
  } catch {
    return undefined;
  }
}
