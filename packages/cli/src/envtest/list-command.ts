/** `kubewright envtest list`: lists installed and downloadable versions. */
import { matchesItem, formatPlatform, formatVersion } from "@kubewright/envtest";
import type { BinariesItem } from "@kubewright/envtest";
import { stopOnSignals } from "@kubewright/runtime";
import type { SignalSource } from "@kubewright/runtime";
import type { Io } from "../io.ts";
import { readReleases } from "./release-source.ts";
import { settingsOf } from "./settings.ts";
import type { EnvtestFlags } from "./settings.ts";

/** @throws {CommandError} when the index cannot be read. */
export async function runList(version: string, flags: EnvtestFlags, io: Io, signals: SignalSource): Promise<void> {
  const { spec, store, indexUrl } = settingsOf(version, flags, io);
  const fits = (item: BinariesItem): boolean => matchesItem(spec.selector, spec.platform, item);
  using stop = stopOnSignals(signals);
  const installed = (await store.list()).filter(fits).map((item) => ["(installed)", item] as const);
  // Read before anything is printed, so that the list is printed completely or not at all.
  const releases = spec.installedOnly ? [] : await readReleases(indexUrl, io.env, stop.signal);
  const rows = [...installed, ...releases.filter(fits).map((item) => ["(available)", item] as const)];
  const width = Math.max(...rows.map(([, item]) => formatVersion(item.version).length));
  for (const [state, { version: found, platform }] of rows) {
    io.out(`${state}  v${formatVersion(found).padEnd(width)}  ${formatPlatform(platform)}\n`);
  }
  if (rows.length === 0) io.err(`No binaries of this version for ${formatPlatform(spec.platform)}\n`);
}
