// The upstream library, in the program of tools/real/typed-merge.

import { startGoProgram } from "../go-program.ts";
import type { Answer, Question } from "./question.ts";

/** The running program. It processes one question at a time. */
export interface Library extends Disposable {
  ask(question: Question): Promise<Answer>;
}

/** Starts the program. */
export async function startLibrary(): Promise<Library> {
  const program = await startGoProgram("typed-merge");
  return {
    ask: async (question) => (await program.ask(question)) as Answer, // The program's own form.
    [Symbol.dispose]: () => {
      program[Symbol.dispose]();
    },
  };
}
