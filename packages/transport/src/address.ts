/** Parses the address of a server. */

/** The address of a server, in the forms that this package uses. */
export interface ServerAddress {
  readonly secure: boolean;
  /** Name or IP address, without the brackets of IPv6. */
  readonly host: string;
  readonly port: number;
  /** Host and port in the form of a URL: `[::1]:6443`. */
  readonly authority: string;
  /** `https://10.0.0.1:6443`. */
  readonly origin: string;
  /** The path prefix of all requests, without a trailing slash; "" for none. */
  readonly prefix: string;
}

/** Parses `server`. Throws a `TypeError` that names it if it is not the address of a server. Credentials in it are rejected. */
export function parseServer(server: string): ServerAddress {
  const url = URL.canParse(server) ? new URL(server) : undefined;
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw new TypeError(
      `Cannot use server "${server}": must be a URL such as https://10.0.0.1:6443 or http://localhost:8080`,
    );
  }
  if (url.username || url.password) {
    throw new TypeError(
      `Cannot use server "${url.origin}": it has a user name or password, set them in "credentials" instead`,
    );
  }
  if (url.search || url.hash) {
    throw new TypeError(`Cannot use server "${server}": it has a query or a fragment, must have neither`);
  }

  const secure = url.protocol === "https:";
  const port = url.port === "" ? (secure ? 443 : 80) : Number(url.port);
  return {
    secure,
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port,
    authority: `${url.hostname}:${port}`,
    origin: `${url.protocol}//${url.hostname}:${port}`,
    prefix: url.pathname.replace(/\/+$/, ""),
  };
}
