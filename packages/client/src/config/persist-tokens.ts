// Writes refreshed tokens to their kubeconfig, as client-go does. An issuer may make the old refresh token invalid, and the user would then have
// to sign in again for kubectl.

import type { ConfigHost } from "./config-host.ts";
import type { KubeconfigOrigin } from "./field-reader.ts";
import type { OidcTokens } from "./oidc-issuer.ts";

export interface PersistTokensOptions {
  readonly host: ConfigHost;
  readonly origin: KubeconfigOrigin;
  /** The name of the entry in `users`. */
  readonly user: string;
}

/**
 * Sets `id-token` and `refresh-token` of the user and keeps everything else of the file, comments included. Writes nothing if another program has
 * changed the refresh token meanwhile, if the kubeconfig is not a file, or if the file cannot be written: the tokens are then only in memory.
 */
export async function persistTokens(
  tokens: OidcTokens,
  used: string,
  { host, origin, user }: PersistTokensOptions,
): Promise<void> {
  if (origin.folder === undefined) return;
  try {
    const text = await withTokens(await host.readFile(origin.name), user, tokens, used);
    if (text !== undefined) await host.writeFile(origin.name, text);
  } catch {
    // A kubeconfig may be read-only, such as a mounted Secret.
  }
}

/** The text with the tokens, or undefined if it no longer has the refresh token that was used. */
async function withTokens(text: string, user: string, tokens: OidcTokens, used: string): Promise<string | undefined> {
  const { isMap, isSeq, parseDocument } = await import("yaml");
  const document = parseDocument(text, { schema: "core", strict: true, uniqueKeys: true });
  const users = document.get("users");
  if (document.errors.length > 0 || !isSeq(users)) return undefined;
  const index = users.items.findIndex((item) => isMap(item) && item.get("name") === user);
  const config = ["users", index, "user", "auth-provider", "config"];
  if (index < 0 || document.getIn([...config, "refresh-token"]) !== used) return undefined;
  document.setIn([...config, "id-token"], tokens.idToken);
  if (tokens.refreshToken !== undefined) document.setIn([...config, "refresh-token"], tokens.refreshToken);
  return document.toString({ lineWidth: 0 });
}
