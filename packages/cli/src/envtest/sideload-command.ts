/** `kubewright envtest sideload`: installs an archive from a file, for machines without network access. */
import { createReadStream } from "node:fs";
import path from "node:path";
import { createSystemRandom } from "@kubewright/async";
import { exactVersion } from "@kubewright/envtest";
import { stopOnSignals } from "@kubewright/runtime";
import type { SignalSource } from "@kubewright/runtime";
import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";
import { printedBinaries } from "./print-binaries.ts";
import { assertOnePlatform, settingsOf } from "./settings.ts";
import type { EnvtestFlags } from "./settings.ts";
import { printedItem } from "./use-command.ts";

export interface SideloadWords {
  readonly spec: string;
  /** Default: standard input. */
  readonly file?: string;
}

/** @throws {CommandError} when the version is not exact, or the file cannot be read; `EnvironmentError` when the archive is invalid. */
export async function runSideload(
  { spec, file }: SideloadWords,
  flags: EnvtestFlags,
  io: Io,
  signals: SignalSource,
): Promise<void> {
  const settings = settingsOf(spec, flags, io);
  const version = exactVersion(settings.spec.selector);
  if (!version)
    throw new CommandError(`Cannot sideload: "${spec}" is not a full version: expected a version such as 1.30.0`);
  assertOnePlatform("sideload", settings.spec);
  const archive = file === undefined ? io.input : contentOf(path.resolve(io.cwd, file), file);
  if (!archive) throw new CommandError("Cannot sideload: there is no standard input: expected the file of the archive");

  using stop = stopOnSignals(signals);
  const item = { version, platform: settings.spec.platform };
  await settings.store.add(item, archive, { random: createSystemRandom(), signal: stop.signal });
  io.out(printedBinaries(flags.print, printedItem(item, settings)));
}

/** The file is opened when it is read, so that the reader receives the error. */
async function* contentOf(file: string, given: string): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* createReadStream(file);
  } catch (cause) {
    throw new CommandError(`Cannot sideload from "${given}": it cannot be read: expected a tar.gz`, { cause });
  }
}
