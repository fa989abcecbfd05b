// A host for tests, with files and commands in memory.

import { createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";

import type { ClientConfig } from "../config/client-config.ts";
import type { ConfigHost, HostCommand } from "../config/config-host.ts";
import { loadConfig } from "../config/load-config.ts";
import type { LoadConfigOptions } from "../config/load-config.ts";

export interface Machine {
  readonly files: Record<string, string>;
  /** The files that others may write. */
  readonly writableByOthers: Set<string>;
  readonly commands: HostCommand[];
  readonly host: ConfigHost;
  readonly clock: VirtualClock;
  readonly load: (options?: Partial<LoadConfigOptions>) => Promise<ClientConfig>;
  output: string;
}

export function machine(files: Record<string, string>): Machine {
  const clock = createVirtualClock();
  const made: Machine = {
    files,
    writableByOthers: new Set(),
    commands: [],
    output: "",
    clock,
    host: {
      async readFile(path) {
        const text = files[path];
        if (text === undefined) throw Object.assign(new Error(`no such file: ${path}`), { code: "ENOENT" });
        return text;
      },
      readOwnFile: async (path) => ({
        text: await made.host.readFile(path),
        isOwn: !made.writableByOthers.has(path),
      }),
      async writeFile(path, text) {
        if (!(path in files)) throw new Error(`read-only: ${path}`);
        files[path] = text;
      },
      async run(command) {
        made.commands.push(command);
        return made.output;
      },
    },
    load: (options) => loadConfig({ env: {}, host: made.host, clock, ...options }),
  };
  return made;
}

export function kubeconfig(user: string, cluster = "server: https://one.example:6443"): string {
  return [
    "apiVersion: v1",
    "kind: Config",
    "current-context: main",
    `clusters: [{ name: one, cluster: { ${cluster} } }]`,
    `users: [{ name: me, user: { ${user} } }]`,
    "contexts: [{ name: main, context: { cluster: one, user: me, namespace: team } }]",
  ].join("\n");
}

export const execUser =
  "exec: { apiVersion: client.authentication.k8s.io/v1, command: get-token, args: [--for, x], env: [{ name: A, value: b }] }";

export function credential(status: object): string {
  return JSON.stringify({ kind: "ExecCredential", apiVersion: "client.authentication.k8s.io/v1", status });
}
