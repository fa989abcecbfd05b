/** `kubewright generate --watch`: generates again whenever a source is saved. */
import { createSystemClock } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import { isGenerateError, openGenerateSession, writeArtifacts } from "@kubewright/gen";
import type { GenerateOptions } from "@kubewright/gen";
import { stopOnSignals } from "@kubewright/runtime";
import type { SignalSource } from "@kubewright/runtime";

import type { Io } from "../io.ts";
import { sourceChanges } from "../watch/source-changes.ts";

/** Runs until a signal stops it. Errors in sources are printed; generation continues once they are corrected. */
export async function watchGenerate(options: GenerateOptions, io: Io, signals: SignalSource): Promise<void> {
  using stop = stopOnSignals(signals);
  const clock = createSystemClock();
  using session = openGenerateSession(options);
  for await (const changes of sourceChanges({ root: options.root, clock, signal: stop.signal })) {
    if (changes.length > 0) io.out(`changed ${changes.join(", ")}\n`);
    try {
      io.out(report(clock, () => writeArtifacts(options.host, options.root, session.generate())));
    } catch (error) {
      if (!isGenerateError(error)) throw error;
      io.err(`${error.message}\n`);
    }
    if (changes.length === 0) io.out("Watching the sources; Ctrl-C stops it.\n");
  }
}

function report(clock: Clock, write: () => readonly string[]): string {
  const before = clock.now();
  const written = write();
  const took = `${Math.round(clock.now() - before)} ms`;
  return written.length === 0
    ? `nothing to write (${took})\n`
    : `${written.map((file) => `wrote ${file}\n`).join("")}generated in ${took}\n`;
}
