/** `kubewright envtest list`: what is installed, and what can be downloaded. */
import { matchesItem, platformText, versionText } from "@kubewright/envtest";
import type { BinariesItem } from "@kubewright/envtest";
import { stopOnSignals } from "@kubewright/runtime";
import type { SignalSource } from "@kubewright/runtime";
import type { Io } from "../io.ts";
import { readReleases } from "./release-source.ts";
import { settingsOf } from "./settings.ts";
import type { EnvtestFlags } from "./settings.ts";

/** @throws {CommandError} when the index cannot be had. */
export async function runList(version: string, flags: EnvtestFlags, io: Io, signals: SignalSource): Promise<void> {
  const { wish, store, indexUrl } = settingsOf(version, flags, io);
  const fits = (item: BinariesItem): boolean => matchesItem(wish.selector, wish.platform, item);
  using stop = stopOnSignals(signals);
  const installed = (await store.list()).filter(fits).map((item) => ["(installed)", item] as const);
  // Before anything is printed, so that a list is whole or not there.
  const releases = wish.installedOnly ? [] : await readReleases(indexUrl, io.env, stop.signal);
  const rows = [...installed, ...releases.filter(fits).map((item) => ["(available)", item] as const)];
  const width = Math.max(...rows.map(([, item]) => versionText(item.version).length));
  for (const [state, { version: found, platform }] of rows) {
    io.out(`${state}  v${versionText(found).padEnd(width)}  ${platformText(platform)}\n`);
  }
  if (rows.length === 0) io.err(`There are no binaries of that version for ${platformText(wish.platform)}\n`);
}
