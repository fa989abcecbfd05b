// The issuer of OpenID Connect tokens: its discovery document and its token endpoint. Both are requested over HTTPS only, with the authorities of
// the kubeconfig or of the platform. Redirects are errors, so secrets are sent only to the endpoint in the discovery document.

import { getOwn, isJsonObject } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";
import { deadlineSignal } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import { readText } from "@kubewright/transport";
import type { ProxyOptions, SocketTransportOptions, Transport, TransportRequest } from "@kubewright/transport";

import type { KubeconfigAuthProvider } from "./kubeconfig.ts";

export interface OidcTokens {
  readonly idToken: string;
  /** Absent if the issuer keeps the refresh token valid. */
  readonly refreshToken?: string;
}

export interface OidcIssuer {
  /** Exchanges a refresh token for an id-token. Rejects with an error whose message contains no token. */
  refresh(refreshToken: string): Promise<OidcTokens>;
}

/** Opens a connection, by default over sockets. */
export type TransportFactory = (options: SocketTransportOptions) => Transport;

export interface OidcIssuerOptions {
  readonly createTransport: TransportFactory;
  readonly clock: Clock;
  readonly proxy?: ProxyOptions | undefined;
  /** The trusted authorities, PEM. Default: those of the platform. */
  readonly ca?: string | undefined;
}

const requestTimeoutMs = 30_000;
const responseBytesMax = 1024 * 1024;

export function createOidcIssuer(provider: KubeconfigAuthProvider, options: OidcIssuerOptions): OidcIssuer {
  const { issuerUrl, clientId, clientSecret } = provider;
  return {
    async refresh(refreshToken) {
      if (issuerUrl === undefined) throw new Error("idp-issuer-url is missing");
      if (clientId === undefined) throw new Error("client-id is missing");
      const discovery = await fetchJson(
        `${issuerUrl.replace(/\/$/u, "")}/.well-known/openid-configuration`,
        "idp-issuer-url",
        {},
        options,
      );
      const endpoint = textOf(discovery, "token_endpoint");
      if (endpoint === undefined) throw new Error("the discovery document of the issuer has no token_endpoint");
      const request = tokenRequest({ clientId, clientSecret, refreshToken }, discovery);
      const response = await fetchJson(endpoint, "token_endpoint", request, options);
      const idToken = textOf(response, "id_token");
      if (idToken === undefined)
        throw new Error('the issuer has returned no id_token: sign in again with the scope "openid"');
      const next = textOf(response, "refresh_token");
      return { idToken, ...(next === undefined || next === refreshToken ? {} : { refreshToken: next }) };
    },
  };
}

interface TokenRequest {
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly refreshToken: string;
}

/** RFC 6749, section 6. The secret is sent in the way that the issuer supports, by default as basic authentication (section 2.3.1). */
function tokenRequest(
  { clientId, clientSecret, refreshToken }: TokenRequest,
  discovery: JsonObject,
): Partial<TransportRequest> {
  const methods = getOwn(discovery, "token_endpoint_auth_methods_supported");
  const isPost =
    Array.isArray(methods) && !methods.includes("client_secret_basic") && methods.includes("client_secret_post");
  const form = new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken });
  const headers: Record<string, string> = { "content-type": "application/x-www-form-urlencoded" };
  if (clientSecret === undefined || isPost) {
    form.set("client_id", clientId);
    if (clientSecret !== undefined) form.set("client_secret", clientSecret);
  } else {
    const pair = [clientId, clientSecret].map((part) => new URLSearchParams({ part }).toString().slice("part=".length));
    headers["authorization"] = `Basic ${Buffer.from(pair.join(":")).toString("base64")}`;
  }
  return { method: "POST", headers, body: form.toString() };
}

async function fetchJson(
  address: string,
  field: string,
  request: Partial<TransportRequest>,
  { createTransport, clock, proxy, ca }: OidcIssuerOptions,
): Promise<JsonObject> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== "https:") throw new Error(`${field} is "${address}", must be an https URL`);
  await using transport = createTransport({
    server: url.origin,
    clock,
    ...(ca === undefined ? {} : { tls: { ca } }),
    ...(proxy === undefined ? {} : { proxy }),
  });
  using deadline = deadlineSignal(clock, requestTimeoutMs);
  const { headers, ...rest } = request;
  const path = `${url.pathname}${url.search}`;
  const response = await transport.request({
    method: "GET",
    path,
    signal: deadline.signal,
    ...rest,
    headers: { accept: "application/json", ...headers },
  });
  const text = await readText(response, { limitBytes: responseBytesMax });
  const value = jsonIn(text);
  if (response.status !== 200)
    throw new Error(`${url.origin}${url.pathname} returned ${response.status}${reasonIn(value)}`);
  if (!isJsonObject(value)) throw new Error(`${url.origin}${url.pathname} returned something other than a JSON object`);
  return value;
}

function jsonIn(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue; // JSON.parse returns JSON.
  } catch {
    return undefined;
  }
}

/** The `error` of RFC 6749, section 5.2. Other fields may contain anything and are not shown. */
function reasonIn(value: JsonValue | undefined): string {
  const error = isJsonObject(value) ? textOf(value, "error") : undefined;
  return error !== undefined && /^[\w .-]{1,80}$/u.test(error) ? `: ${error}` : "";
}

function textOf(object: JsonObject, field: string): string | undefined {
  const value = getOwn(object, field);
  return typeof value === "string" && value !== "" ? value : undefined;
}
