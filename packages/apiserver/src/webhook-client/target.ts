/** Addresses of webhooks, from configurations and redirects. */
import type { UrlParts } from "../kinds/admissionregistration/url-text.ts";
import { cleanPath, hostOf, urlParts, urlText } from "../kinds/admissionregistration/url-text.ts";

/** The address of a webhook. */
export interface WebhookTarget {
  /** `https://host[:port]/path`; of a service `https://NAME.NAMESPACE.svc:PORT/path`, which resolves only inside a cluster. */
  readonly url: URL;
  /** Present when the configuration names a service instead of a URL. */
  readonly service?: { readonly namespace: string; readonly name: string; readonly port: number };
  /** The certificates that are trusted, as PEM. Absent: those of the platform. */
  readonly caBundle?: Uint8Array;
}

/** A target, and its URL without a query as client-go prints it: with the port of a service, and the host as configured. */
export interface WebhookAddress {
  readonly target: WebhookTarget;
  readonly url: string;
}

/** The fields of a `clientConfig`, which admission and conversion webhooks share. */
export interface ClientConfig {
  readonly url?: string | undefined;
  readonly service?:
    | { readonly name?: string; readonly namespace?: string; readonly port?: number; readonly path?: string }
    | undefined;
  readonly caBundle?: string | undefined;
}

/** The address in a validated configuration. */
export function addressOf({ url, service, caBundle = "" }: ClientConfig): WebhookAddress {
  const trusted = caBundle === "" ? {} : { caBundle: new Uint8Array(Buffer.from(caBundle, "base64")) };
  if (url !== undefined || service === undefined) {
    const { path, ...parts } = urlParts(url ?? "");
    const text = urlText({ scheme: "https", authority: hostOf({ ...parts, path }), path: cleanPath(path) });
    return { url: text, target: { url: new URL(text), ...trusted } };
  }
  const { name = "", namespace = "", port = 0, path = "/" } = service;
  const text = `https://${name}.${namespace}.svc:${port}${cleanPath(path)}`;
  return { url: text, target: { url: new URL(text), service: { name, namespace, port }, ...trusted } };
}

/** The target of a request in a call to `target`: a redirect to another host leaves the service. */
export function redirectTarget({ service, ...target }: WebhookTarget, parts: UrlParts): WebhookTarget {
  const url = new URL(urlText({ scheme: parts.scheme ?? "", authority: hostOf(parts), path: parts.path }));
  return { ...target, url, ...(service === undefined || url.host !== target.url.host ? {} : { service }) };
}
