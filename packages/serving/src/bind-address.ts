/** Bind addresses as kubebuilder's flags have them: `:8081`, `127.0.0.1:8080`, `[::1]:8080`, and `0` for "do not listen". */

export interface BindAddress {
  /** Absent: every address of the machine. */
  readonly host?: string;
  /** 0 lets the system choose a free port. */
  readonly port: number;
}

/**
 * Reads the value of a flag such as `--health-probe-bind-address`. Returns `undefined` for `0` and an empty value: off.
 *
 * @throws {TypeError} that names the flag and the value, if the value is not an address.
 */
export function parseBindAddress(value: string, flag: string): BindAddress | undefined {
  if (value === "0" || value === "") return undefined;
  const match = /^(?:\[(?<ipv6>[0-9a-fA-F:.]+)\]|(?<host>[^:[\]]*)):(?<port>\d{1,5})$/.exec(value);
  const port = Number(match?.groups?.["port"]);
  if (!match || port > 65_535) {
    throw new TypeError(`Cannot read ${flag}: it is "${value}", must be "host:port", ":port", or "0" for off`);
  }
  const host = match.groups?.["ipv6"] ?? match.groups?.["host"] ?? "";
  return host === "" ? { port } : { host, port };
}

/** Whether only programs of this machine can reach the address. */
export function isLoopback({ host }: BindAddress): boolean {
  return host === "localhost" || host === "::1" || (host !== undefined && /^127(?:\.\d{1,3}){3}$/.test(host));
}
