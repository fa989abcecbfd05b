/**
 * Selects the proxy for a server.
 *
 * The rules are those of Go programs for the usual environment variables (golang.org/x/net/http/httpproxy), so that an operator and kubectl use
 * the same proxy. Servers on the loopback interface are never proxied.
 */
import { BlockList, isIP } from "node:net";
import type { ServerAddress } from "./address.ts";

/** The values of the usual environment variables, which `main` reads. An empty string is the same as absent. */
export interface ProxyOptions {
  /** For `https://` servers: the value of `HTTPS_PROXY`. */
  readonly https?: string;
  /** For `http://` servers: the value of `HTTP_PROXY`. */
  readonly http?: string;
  /**
   * Servers without a proxy: the value of `NO_PROXY`. A comma-separated list of names, IP addresses and CIDR blocks, each
   * optionally with a port, or `*` for all. `example.com` includes its subdomains, `.example.com` means only them.
   */
  readonly except?: string;
}

/**
 * The proxy for `server`, `undefined` for none. Throws a `TypeError` if the address of the proxy is invalid. The default scheme is
 * `http://`.
 */
export function proxyFor(server: ServerAddress, options: ProxyOptions | undefined): URL | undefined {
  const value = server.secure ? options?.https : options?.http;
  if (!value || isLoopback(server.host) || isExcepted(server, options?.except ?? "")) return undefined;

  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !proxyProtocols.includes(url.protocol) || url.hostname === "") {
    const shown = url ? `${url.protocol}//${url.host}` : "its value"; // It may contain a password.
    throw new TypeError(
      `Cannot use the proxy for ${server.origin}: ${shown} must be a URL that begins with http://, https://, socks5:// or socks5h://`,
    );
  }
  return url;
}

/** Both forms of SOCKS resolve the server's name at the proxy, as in Go. */
const proxyProtocols: readonly string[] = ["http:", "https:", "socks5:", "socks5h:"];

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

function isLoopback(host: string): boolean {
  return host === "localhost" || contains(loopback, host);
}

function isExcepted(server: ServerAddress, except: string): boolean {
  return except
    .split(",")
    .map((entry) => entry.trim().toLowerCase())
    .some((entry) => entry !== "" && matches(server, entry));
}

function matches({ host, port }: ServerAddress, entry: string): boolean {
  if (entry === "*") return true;
  if (entry.includes("/")) return isInBlock(host, entry);

  const { name, port: wantedPort } = splitPort(entry);
  if (wantedPort !== undefined && wantedPort !== port) return false;
  if (isIP(name) !== 0) return isInBlock(host, `${name}/${isIP(name) === 4 ? 32 : 128}`); // Compares addresses, not strings.

  const domain = name.replace(/^\*\./, ".");
  return domain.startsWith(".") ? host.endsWith(domain) : host === domain || host.endsWith(`.${domain}`);
}

/** Parses `name:443`, `[::1]:443`, or a name or address without a port, which may be an IPv6 address with colons. */
function splitPort(entry: string): { readonly name: string; readonly port: number | undefined } {
  const found = /^(?:\[(?<bracketed>.*)\]|(?<plain>[^:]*)):(?<port>\d+)$/.exec(entry)?.groups;
  if (!found) return { name: entry.replace(/^\[|\]$/g, ""), port: undefined };
  return { name: found["bracketed"] ?? found["plain"] ?? "", port: Number(found["port"]) };
}

function isInBlock(host: string, block: string): boolean {
  const [network = "", bits = ""] = block.split("/");
  const version = isIP(network);
  const length = Number(bits);
  if (version === 0 || !/^\d+$/.test(bits) || length > (version === 4 ? 32 : 128)) return false; // Matches nothing, as in Go.
  const list = new BlockList();
  list.addSubnet(network, length, version === 4 ? "ipv4" : "ipv6");
  return contains(list, host);
}

function contains(list: BlockList, host: string): boolean {
  const version = isIP(host);
  return version !== 0 && list.check(host, version === 4 ? "ipv4" : "ipv6");
}
