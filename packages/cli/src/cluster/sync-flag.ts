/** The flag `--sync` of the commands that store objects. */
import type { SyncPolicy } from "@kubewright/apiserver";
import { Option } from "commander";
import { CommandError } from "../io.ts";

export interface SyncFlag {
  /** Requires `--data`. */
  readonly sync?: SyncPolicy;
}

const policies: readonly SyncPolicy[] = ["always", "turn", "os"];

export function syncFlag(): Option {
  const purpose = "with --data: when writes are synced to the disk, before they are acknowledged (default: turn)";
  return new Option("--sync <policy>", purpose).choices(policies);
}

/** @throws {CommandError} if the flag is set and the objects are in memory. */
export function checkSync({ sync, data }: SyncFlag & { readonly data?: string }, action: string): void {
  if (sync === undefined || data !== undefined) return;
  throw new CommandError(`Cannot ${action}: --sync applies only to stored objects: set --data, or omit --sync`);
}
