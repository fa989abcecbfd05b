/** Answers of another program, kept for a while: those who ask at the same time share one question, and failures are not kept. */
import type { Clock } from "@kubewright/async";

/** A metrics server has a few callers. Whoever comes with more names than this only makes us ask again. */
const verdictsMax = 1_000;

interface Verdict<T> {
  readonly answer: Promise<T>;
  expiresAtMs: number;
}

/** The kept answer to `key`, or that of `ask`. */
export type Verdicts<T> = (key: string, ask: () => Promise<T>) => Promise<T>;

/** Keeps each answer for `ttlMs(answer)` of the clock. */
export function createVerdicts<T>(clock: Clock, ttlMs: (answer: T) => number): Verdicts<T> {
  const known = new Map<string, Verdict<T>>();

  return async (key, ask) => {
    const found = known.get(key);
    if (found && clock.now() < found.expiresAtMs) return await found.answer;
    known.delete(key);
    const oldest = known.keys().next();
    if (known.size >= verdictsMax && !oldest.done) known.delete(oldest.value);
    const verdict: Verdict<T> = { answer: ask(), expiresAtMs: Infinity };
    known.set(key, verdict);
    try {
      const answer = await verdict.answer;
      verdict.expiresAtMs = clock.now() + ttlMs(answer);
      return answer;
    } catch (error) {
      if (known.get(key) === verdict) known.delete(key);
      throw error;
    }
  };
}
