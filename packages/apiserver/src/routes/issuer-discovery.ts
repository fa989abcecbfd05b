/**
 * Documents for programs that verify service account tokens: the configuration of the issuer and its public keys.
 * https://kubernetes.io/docs/tasks/configure-pod-container/configure-service-account/#service-account-issuer-discovery
 */
import { methodNotAllowed, resourceNotFound } from "@kubewright/apimachinery";
import { headerOf } from "@kubewright/transport";
import type { ServerRequest, ServerResponse } from "../http/server-request.ts";
import { pathNotFound } from "../http/responses.ts";
import { assertAcceptable } from "../negotiation/accept.ts";
import type { ServiceAccountSettings } from "../service-accounts/service-account-options.ts";
import type { VerificationKey } from "../service-accounts/service-account-keys.ts";

export interface IssuerDiscovery {
  /** The served paths. Empty if OpenID Connect does not allow the issuer. */
  readonly paths: readonly string[];
  /** Serves a request for one of the two documents; `undefined` for any other path. */
  readonly serve: (request: ServerRequest) => ServerResponse | undefined;
}

const configurationPath = "/.well-known/openid-configuration";
const keysPath = "/openid/v1/jwks";

const cacheSeconds = 3600;

/** The documents of the server's issuer. `unreachable` is the host in the documents if the request has no Host header. */
export function createIssuerDiscovery(settings: ServiceAccountSettings, unreachable: string): IssuerDiscovery {
  const isServed = isOpenIdIssuer(settings.issuer);
  return {
    paths: isServed ? [configurationPath, keysPath] : [],
    serve(request) {
      const root = [configurationPath, keysPath].find(
        (path) => request.path === path || request.path.startsWith(`${path}/`),
      );
      if (root === undefined) return undefined;
      if (!isServed) return pathNotFound();
      if (request.path.length > root.length + 1) throw resourceNotFound();
      if (request.method !== "GET") throw methodNotAllowed();
      return root === keysPath ? serveKeys(request, settings) : serveConfiguration(request, settings, unreachable);
    },
  };
}

function serveKeys(request: ServerRequest, { keys }: ServiceAccountSettings): ServerResponse {
  return document(request, "application/jwk-set+json", { keys: keys().map(jsonWebKey) });
}

function serveConfiguration(
  request: ServerRequest,
  settings: ServiceAccountSettings,
  unreachable: string,
): ServerResponse {
  const { headers } = request;
  const host = headerOf(headers, ":authority") ?? headerOf(headers, "host") ?? unreachable;
  return document(request, "application/json", configuration(settings, `https://${host}${keysPath}`));
}

/** Whether OpenID Connect allows the issuer. */
function isOpenIdIssuer(issuer: string): boolean {
  if (!URL.canParse(issuer)) return false;
  const { protocol, search, hash } = new URL(issuer);
  return protocol === "https:" && search === "" && hash === "";
}

/** https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata */
function configuration({ issuer, jwksUri, keys }: ServiceAccountSettings, defaultJwksUri: string): object {
  return {
    issuer,
    jwks_uri: jwksUri ?? defaultJwksUri,
    response_types_supported: ["id_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: [...new Set(keys().map(({ algorithm }) => algorithm))].sort(),
  };
}

/** https://www.rfc-editor.org/rfc/rfc7517, with the fields in the order in which kube-apiserver writes them. */
function jsonWebKey({ id, algorithm, publicKey }: VerificationKey): object {
  const { kty, crv, x, y, n, e } = publicKey.export({ format: "jwk" });
  // JSON leaves out the members that a type of key does not have.
  return { use: "sig", kty, kid: id, crv, alg: algorithm, x, y, n, e };
}

function document({ headers }: ServerRequest, contentType: string, value: object): ServerResponse {
  assertAcceptable(headerOf(headers, "accept"), contentType);
  return {
    status: 200,
    headers: { "content-type": contentType, "cache-control": `public, max-age=${cacheSeconds}` },
    body: Buffer.from(JSON.stringify(value)),
  };
}
