/** `kubewright envtest use`: where the programs are, downloaded first if need be. */
import { access } from "node:fs/promises";
import path from "node:path";
import { createSystemRandom } from "@kubewright/async";
import { chooseBinaries, parseItemName, platformText, versionText } from "@kubewright/envtest";
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
 * Prints the binaries that fit. With `--use-env` these are the ones in KUBEBUILDER_ASSETS, whatever their version.
 *
 * @throws {CommandError} when there are none, or they cannot be downloaded; `EnvironmentError` when what came is not what was published.
 */
export async function runUse(version: string, flags: EnvtestFlags, io: Io, signals: SignalSource): Promise<void> {
  const settings = settingsOf(version, flags, io);
  const given = settings.useEnv ? await givenBinaries(io.env) : undefined;
  if (given) {
    io.out(printedBinaries(flags.print, given));
    return;
  }
  assertOnePlatform("use binaries", settings.wish);
  using stop = stopOnSignals(signals);
  const chosen = await choose(settings, io, stop.signal);
  if (chosen.kind === "download") await install(chosen.release, settings, io, stop.signal);
  const item = chosen.kind === "download" ? chosen.release : chosen.item;
  const sha512 = chosen.kind === "download" && settings.verify ? { sha512: chosen.release.sha512 } : {};
  io.out(printedBinaries(flags.print, { ...printedItem(item, settings), ...sha512 }));
}

/** How an item of the store is printed. */
export function printedItem(item: BinariesItem, { store }: Pick<EnvtestSettings, "store">): PrintedBinaries {
  return {
    version: versionText(item.version),
    platform: platformText(item.platform),
    folder: store.folderOf(item),
  };
}

/** A folder of a store says by its name what it holds; of any other we know only that the programs are there. */
async function givenBinaries(env: Io["env"]): Promise<PrintedBinaries | undefined> {
  const folder = env["KUBEBUILDER_ASSETS"] ?? "";
  if (folder === "") return undefined;
  const item = parseItemName(path.basename(folder));
  if (item) return { version: versionText(item.version), platform: platformText(item.platform), folder };
  try {
    for (const program of ["etcd", "kube-apiserver", "kubectl"]) await access(path.join(folder, program));
    return { version: "*", platform: "*/*", folder };
  } catch {
    return undefined; // As setup-envtest: without the programs the variable counts for nothing.
  }
}

type Chosen = Extract<BinariesChoice, { readonly kind: "installed" | "download" }>;

async function choose({ wish, store, indexUrl }: EnvtestSettings, io: Io, signal: AbortSignal): Promise<Chosen> {
  const installed = await store.list();
  let choice = chooseBinaries(wish, installed);
  if (choice.kind === "ask") choice = chooseBinaries(wish, installed, await readReleases(indexUrl, io.env, signal));
  if (choice.kind === "installed" || choice.kind === "download") return choice;
  const place = wish.installedOnly ? "none that fits is installed" : `"${indexUrl}" has none that fits`;
  const flag = wish.installedOnly ? "-i" : "--os '*' --arch '*'";
  throw new CommandError(
    `Cannot use binaries for ${platformText(wish.platform)}: ${place}: \`kubewright envtest list ${flag}\` shows what there is`,
  );
}

async function install(
  release: BinariesRelease,
  { store, verify }: EnvtestSettings,
  io: Io,
  signal: AbortSignal,
): Promise<void> {
  // On standard error, because a script may read the folder from standard output.
  io.err(`Downloading ${versionText(release.version)} for ${platformText(release.platform)} …\n`);
  await store.add(release, downloadRelease(release, io.env, signal), {
    random: createSystemRandom(),
    ...(verify ? { sha512: release.sha512 } : {}),
    signal,
  });
}
