/** How service account tokens are issued and verified: the options of the server with their defaults, checked once at start. */
import { ServiceAccountOptionError } from "./errors.ts";
import { generateSigningKey, parseSigningKey, parseVerificationKeys } from "./service-account-keys.ts";
import type { SigningKey, VerificationKey } from "./service-account-keys.ts";

/** The options that kube-apiserver has as `--service-account-*` and `--api-audiences`. */
export interface ServiceAccountOptions {
  /**
   * The private key that signs tokens, in PEM: RSA, or ECDSA on P-256, P-384 or P-521. Tokens that another program signs with this key, such as
   * kube-controller-manager, are accepted. Default: a fresh P-256 key for each server, so that tokens do not survive a restart or a fork.
   */
  readonly signingKey?: string;
  /** Further keys whose tokens are accepted, in PEM. A string may contain several. Of private keys and certificates, the public key is used. */
  readonly verificationKeys?: readonly string[];
  /** The first issuer is written into tokens; tokens of all issuers are accepted. Default `https://kubernetes.default.svc`. */
  readonly issuers?: readonly string[];
  /** The audiences of the API server: a token for any of them is accepted. Default: the issuers. */
  readonly apiAudiences?: readonly string[];
  /** The URL of the public keys in the discovery document. Default: `/openid/v1/jwks` on the host of the request. */
  readonly jwksUri?: string;
}

export interface ServiceAccountSettings {
  /** The issuer of new tokens. */
  readonly issuer: string;
  readonly issuers: readonly string[];
  readonly apiAudiences: readonly string[];
  readonly jwksUri: string | undefined;
  /** The signing key. A default key is generated at the first call. */
  readonly signingKey: () => SigningKey;
  /** All keys whose tokens are accepted, the signing key first. */
  readonly keys: () => readonly VerificationKey[];
}

const defaultIssuer = "https://kubernetes.default.svc";

/** The settings of one server. Throws a `ServiceAccountOptionError` that names the option for a key or a URL that cannot be used. */
export function serviceAccountSettings(options: ServiceAccountOptions): ServiceAccountSettings {
  const { issuers = [defaultIssuer], verificationKeys = [], jwksUri } = options;
  const [issuer] = issuers;
  if (issuer === undefined)
    throw new ServiceAccountOptionError(`Cannot use "serviceAccounts.issuers": it is empty, must name an issuer`);
  for (const [index, each] of issuers.entries()) assertIssuer(each, `serviceAccounts.issuers[${index}]`);
  if (jwksUri !== undefined && urlOf(jwksUri)?.protocol !== "https:") {
    throw new ServiceAccountOptionError(
      `Cannot use "serviceAccounts.jwksUri": it is ${JSON.stringify(jwksUri)}, must be an https URL`,
    );
  }
  const given =
    options.signingKey === undefined ? undefined : parseSigningKey(options.signingKey, "serviceAccounts.signingKey");
  const further = verificationKeys.flatMap((pem, index) =>
    parseVerificationKeys(pem, `serviceAccounts.verificationKeys[${index}]`),
  );
  let generated: SigningKey | undefined;
  const signingKey = (): SigningKey => given ?? (generated ??= generateSigningKey());
  return {
    issuer,
    issuers,
    apiAudiences: options.apiAudiences ?? issuers,
    jwksUri,
    signingKey,
    keys: () => {
      const own = signingKey();
      return [own, ...further.filter(({ id }) => id !== own.id)];
    },
  };
}

/** As kube-apiserver: an issuer with a colon must be a URL. */
function assertIssuer(issuer: string, field: string): void {
  const isUsable = issuer !== "" && (!issuer.includes(":") || urlOf(issuer) !== undefined);
  if (isUsable) return;
  throw new ServiceAccountOptionError(
    `Cannot use "${field}": it is ${JSON.stringify(issuer)}, must be a URL or a name without a colon`,
  );
}

function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
