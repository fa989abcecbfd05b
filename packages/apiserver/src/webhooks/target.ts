/** Where a webhook is, as its configuration says. */
import type { WebhookView } from "./configuration/webhook.ts";

/** Where a webhook is. */
export interface WebhookTarget {
  /** What it is called by: `https://host[:port]/path`; of a service `https://NAME.NAMESPACE.svc:PORT/path`, which resolves nowhere else than in a cluster. */
  readonly url: URL;
  /** Present when the configuration names a service instead of a URL. */
  readonly service?: { readonly namespace: string; readonly name: string; readonly port: number };
  /** The authorities that its certificate may come from, as PEM. Absent: those that the machine trusts. */
  readonly caBundle?: Uint8Array;
}

type ClientConfig = NonNullable<WebhookView["clientConfig"]>;

/** The target of an address that has been checked. */
export function targetOf({ url, service, caBundle = "" }: ClientConfig): WebhookTarget {
  const trusted = caBundle === "" ? {} : { caBundle: new Uint8Array(Buffer.from(caBundle, "base64")) };
  if (url !== undefined || service === undefined) return { url: new URL(url ?? ""), ...trusted };
  const { name = "", namespace = "", port = 0, path = "/" } = service;
  const address = new URL(`https://${name}.${namespace}.svc:${port}`);
  address.pathname = path;
  return { url: address, service: { name, namespace, port }, ...trusted };
}

/** The URL as it is shown in errors and called with: a port that a service was given is not left out for being the usual one. */
export function textOf({ url, service }: WebhookTarget): string {
  const host = service === undefined ? url.host : `${url.hostname}:${service.port}`;
  return `${url.protocol}//${host}${url.pathname}`;
}
