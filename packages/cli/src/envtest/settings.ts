/** The settings from the flags and environment variables of `kubewright envtest`. */
import path from "node:path";
import {
  binariesPlatform,
  defaultIndexUrl,
  defaultStoreFolder,
  openBinariesStore,
  parseVersionSpec,
} from "@kubewright/envtest";
import type { BinariesStore, BinariesSpec } from "@kubewright/envtest";
import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";

export interface EnvtestFlags {
  /** In Go's notation. Default: the operating system of this machine. */
  readonly os?: string;
  readonly arch?: string;
  readonly binDir?: string;
  readonly index?: string;
  readonly installedOnly?: boolean;
  readonly force?: boolean;
  /** "false" disables the check of the SHA-512. */
  readonly verify?: string | boolean;
  readonly useEnv?: boolean;
  readonly print?: "overview" | "path" | "env";
}

export interface EnvtestSettings {
  readonly spec: BinariesSpec;
  readonly store: BinariesStore;
  readonly indexUrl: string;
  readonly verify: boolean;
  readonly useEnv: boolean;
}

/** @throws {CommandError} if the flags contradict each other or name no platform; `EnvironmentError` if `version` is invalid. */
export function settingsOf(version: string, flags: EnvtestFlags, { cwd, env }: Io): EnvtestSettings {
  const machine = binariesPlatform(process);
  const parsed = parseVersionSpec(version);
  const force = flags.force ?? false;
  const installedOnly = flags.installedOnly ?? (parsed.installedOnly || isSet(env["ENVTEST_INSTALLED_ONLY"]));
  if (force && installedOnly) {
    throw new CommandError(
      "Cannot choose binaries: --force downloads, and --installed-only does not: omit one of them",
    );
  }
  const root = flags.binDir === undefined ? defaultStoreFolder(env, process.platform) : path.resolve(cwd, flags.binDir);
  return {
    spec: {
      ...parsed,
      installedOnly,
      force,
      platform: { os: nameOf("--os", flags.os ?? machine.os), arch: nameOf("--arch", flags.arch ?? machine.arch) },
    },
    store: openBinariesStore(root),
    indexUrl: flags.index ?? defaultIndexUrl,
    verify: flags.verify !== "false" && flags.verify !== false,
    useEnv: flags.useEnv ?? isSet(env["ENVTEST_USE_ENV"]),
  };
}

/** @throws {CommandError} if there are no binaries for the platform. */
export function assertOnePlatform(action: string, { platform: { os, arch } }: BinariesSpec): void {
  const flag = os === "*" ? "--os" : arch === "*" && "--arch";
  if (flag) throw new CommandError(`Cannot ${action}: ${flag} is "*": expected one platform`);
}

/** Checks a name, which becomes part of the name of a folder. */
function nameOf(flag: string, text: string): string {
  if (text === "*" || /^\w{1,32}$/.test(text)) return text;
  throw new CommandError(
    `Cannot choose binaries: ${flag} is "${text}": expected a name such as linux or amd64, or "*"`,
  );
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "";
}
