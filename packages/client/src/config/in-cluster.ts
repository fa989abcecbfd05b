// The configuration of a process in a Pod: the address from the environment, the service account from its files.
// https://kubernetes.io/docs/tasks/run-application/access-api-from-pod/

import type { Clock } from "@kubewright/async";

import { ConfigError } from "../errors.ts";
import type { ClientConfig } from "./client-config.ts";
import { isMissingFile } from "./config-host.ts";
import type { ConfigHost } from "./config-host.ts";
import { createPolledFile } from "./polled-file.ts";
import type { PolledFile } from "./polled-file.ts";

const folder = "/var/run/secrets/kubernetes.io/serviceaccount";

export interface InClusterOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly host: Pick<ConfigHost, "readFile">;
  readonly clock: Clock;
}

/**
 * The configuration of the Pod in which this process runs, or `undefined` if it is not in a Pod with a service account. A rotated token is used
 * within `fileMaxAgeMs`.
 *
 * @throws {ConfigError} if there is a token but no certificate authority.
 */
export async function inClusterConfig({ env, host, clock }: InClusterOptions): Promise<ClientConfig | undefined> {
  const address = env["KUBERNETES_SERVICE_HOST"] ?? "";
  const port = env["KUBERNETES_SERVICE_PORT"] ?? "";
  if (address === "" || port === "") return undefined;
  const token = await fileOrUndefined("token");
  if (token === undefined) return undefined;
  const ca = await fileOrUndefined("ca.crt");
  if (ca === undefined) {
    // Without ca.crt, a server with any certificate of a public authority would be trusted and would receive the token.
    throw new ConfigError(`Cannot use the service account of this Pod: ${folder}/ca.crt is missing`);
  }
  const namespace = await fileOrUndefined("namespace");
  return {
    server: `https://${address.includes(":") ? `[${address}]` : address}:${port}`,
    namespace: (await namespace?.())?.trim() || "default",
    tls: async () => ({ ca: await ca() }),
    credentials: Object.assign(async () => ({ authorization: `Bearer ${(await token()).trim()}` }), {
      invalidate: token.invalidate,
    }),
    gzip: false, // The networks of clusters are faster than a compressor.
    source: "in-cluster",
    warnings: [],
  };

  async function fileOrUndefined(name: string): Promise<PolledFile | undefined> {
    try {
      return await createPolledFile(host, `${folder}/${name}`, clock);
    } catch (error) {
      if (isMissingFile(error)) return undefined;
      throw new ConfigError(`Cannot read ${folder}/${name}: ${String(error)}`, { cause: error });
    }
  }
}
