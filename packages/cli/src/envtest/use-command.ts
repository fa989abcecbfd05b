/** `kubewright envtest use`: prints the folder of the programs, and downloads them if necessary. */
import { access } from "node:fs/promises";
import path from "node:path";
import { createSystemRandom } from "@kubewright/async";
import { chooseBinaries, parseItemName, formatPlatform, formatVersion } from "@kubewright/envtest";
import type { BinariesChoice, BinariesItem, BinariesRelease } from "@kubewright/envtest";
import { stopOnSignals } from "@kubewright/runtime";
import type { SignalSource } from "@kubewright/runtime";
import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";
import { printedBinaries } from "./print-binaries.ts";
import type { PrintedBinaries } from "./print-binaries.ts";
import { downloadRelease, readReleases } from "./release-source.ts";
import { assertOnePlatform, settingsOf } from "./settings.ts";
import type { EnvtestFlags, EnvtestSettings } from "./settings.ts";

/**
 * Prints the matching binaries. With `--use-env` these are the ones in KUBEBUILDER_ASSETS, for any version.
 *
 * @throws {CommandError} when no version matches, or they cannot be downloaded; `EnvironmentError` when the download does not match its
 * checksum.
 */
export async function runUse(version: string, flags: EnvtestFlags, io: Io, signals: SignalSource): Promise<void> {
  const settings = settingsOf(version, flags, io);
  const given = settings.useEnv ? await givenBinaries(io.env) : undefined;
  if (given) {
    io.out(printedBinaries(flags.print, given));
    return;
  }
  assertOnePlatform("use binaries", settings.spec);
  using stop = stopOnSignals(signals);
  const chosen = await choose(settings, io, stop.signal);
  if (chosen.kind === "download") await install(chosen.release, settings, io, stop.signal);
  const item = chosen.kind === "download" ? chosen.release : chosen.item;
  const sha512 = chosen.kind === "download" && settings.verify ? { sha512: chosen.release.sha512 } : {};
  io.out(printedBinaries(flags.print, { ...printedItem(item, settings), ...sha512 }));
}

/** The output for an item of the store. */
export function printedItem(item: BinariesItem, { store }: Pick<EnvtestSettings, "store">): PrintedBinaries {
  return {
    version: formatVersion(item.version),
    platform: formatPlatform(item.platform),
    folder: store.folderOf(item),
  };
}

/** The binaries in KUBEBUILDER_ASSETS. The folder of a store has the version in its name; for any other folder the version is unknown. */
async function givenBinaries(env: Io["env"]): Promise<PrintedBinaries | undefined> {
  const folder = env["KUBEBUILDER_ASSETS"] ?? "";
  if (folder === "") return undefined;
  const item = parseItemName(path.basename(folder));
  if (item) return { version: formatVersion(item.version), platform: formatPlatform(item.platform), folder };
  try {
    for (const program of ["etcd", "kube-apiserver", "kubectl"]) await access(path.join(folder, program));
    return { version: "*", platform: "*/*", folder };
  } catch {
    return undefined; // As in setup-envtest, the variable is ignored if the programs are missing.
  }
}

type Chosen = Extract<BinariesChoice, { readonly kind: "installed" | "download" }>;

async function choose({ spec, store, indexUrl }: EnvtestSettings, io: Io, signal: AbortSignal): Promise<Chosen> {
  const installed = await store.list();
  let choice = chooseBinaries(spec, installed);
  if (choice.kind === "ask") choice = chooseBinaries(spec, installed, await readReleases(indexUrl, io.env, signal));
  if (choice.kind === "installed" || choice.kind === "download") return choice;
  const place = spec.installedOnly ? "no matching version is installed" : `"${indexUrl}" has no matching version`;
  const flag = spec.installedOnly ? "-i" : "--os '*' --arch '*'";
  throw new CommandError(
    `Cannot use binaries for ${formatPlatform(spec.platform)}: ${place}: \`kubewright envtest list ${flag}\` lists the ${spec.installedOnly ? "installed" : "available"} ones`,
  );
}

async function install(
  release: BinariesRelease,
  { store, verify }: EnvtestSettings,
  io: Io,
  signal: AbortSignal,
): Promise<void> {
  // On standard error, because a script may read the folder from standard output.
  io.err(`Downloading ${formatVersion(release.version)} for ${formatPlatform(release.platform)} …\n`);
  await store.add(release, downloadRelease(release, io.env, signal), {
    random: createSystemRandom(),
    ...(verify ? { sha512: release.sha512 } : {}),
    signal,
  });
}
