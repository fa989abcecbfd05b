// A ratchet holds lengths above a limit at what they are today: a listed length only goes down, and a new one is refused.
import type { Problem } from "./problems.ts";

/** The accepted lengths above the limit, by the name of the measured thing. */
export type Ratchet = Readonly<Record<string, number>>;

/** Lengths by name, such as lines by path. */
export type Lengths = ReadonlyMap<string, number>;

/** Refuses new lengths above `linesMax`, listed ones that have grown, and entries that can be lowered with `npm run ratchet`. */
export function ratchetProblems(
  lengths: Lengths,
  ratchet: Ratchet,
  { linesMax, advice }: { readonly linesMax: number; readonly advice: string },
): readonly Problem[] {
  const grown = Array.from(lengths).flatMap(([at, lines]): readonly Problem[] => {
    const listed = ratchet[at];
    if (lines <= (listed ?? linesMax)) return [];
    const found =
      listed === undefined
        ? `has ${lines} lines, must have at most ${linesMax}`
        : `has grown from ${listed} to ${lines} lines and may only shrink`;
    return [{ at, message: `${found}: ${advice}` }];
  });
  const loose = Object.entries(ratchet).flatMap(([at, listed]): readonly Problem[] => {
    const lines = lengths.get(at) ?? 0;
    if (lines >= listed) return [];
    return [{ at, message: `has shrunk from ${listed} to ${lines} lines. Record it: npm run ratchet` }];
  });
  return [...grown, ...loose];
}

/** The ratchet with lengths that have shrunk lowered, and entries at or below `linesMax` removed. Nothing is added. */
export function tightened(lengths: Lengths, ratchet: Ratchet, linesMax: number): Ratchet {
  return Object.fromEntries(
    Object.entries(ratchet)
      .map(([at, listed]) => [at, Math.min(listed, lengths.get(at) ?? 0)] as const)
      .filter(([, lines]) => lines > linesMax),
  );
}

/** The ratchet that accepts every length above `linesMax`. */
export function accepted(lengths: Lengths, linesMax: number): Ratchet {
  return Object.fromEntries(Array.from(lengths).filter(([, lines]) => lines > linesMax));
}
