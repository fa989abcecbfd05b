/** `kubewright envtest cleanup`: removes versions from the disk. */
import { matchesItem, formatPlatform, formatVersion } from "@kubewright/envtest";
import type { Io } from "../io.ts";
import { settingsOf } from "./settings.ts";
import type { EnvtestFlags } from "./settings.ts";

/** Removes all matching installed versions, and the remains of interrupted installations. */
export async function runCleanup(version: string, flags: EnvtestFlags, io: Io): Promise<void> {
  const { spec, store } = settingsOf(version, flags, io);
  await store.removeIncomplete();
  const items = (await store.list()).filter((item) => matchesItem(spec.selector, spec.platform, item));
  for (const item of items) {
    await store.remove(item);
    io.out(`removed ${formatVersion(item.version)} (${formatPlatform(item.platform)})\n`);
  }
  if (items.length === 0) io.out("Nothing to remove\n");
}
