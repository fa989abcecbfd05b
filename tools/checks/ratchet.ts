// A ratchet keeps figures above a limit, such as lengths, at their current value: a listed figure may only decrease, and a new one is rejected.
import type { Problem } from "./problems.ts";

/** The accepted figures above the limit, by the name of the measured thing. */
export type Ratchet = Readonly<Record<string, number>>;

/** Figures by name, such as lines by path. */
export type Figures = ReadonlyMap<string, number>;

/** A limit of figures. */
export interface Limit {
  readonly max: number;
  /** What is counted, in the plural. */
  readonly unit: string;
  /** How a figure becomes smaller. */
  readonly advice: string;
}

/** Rejects new figures above the limit, listed ones that have increased, and entries that `npm run ratchet` can lower. */
export function ratchetProblems(figures: Figures, ratchet: Ratchet, { max, unit, advice }: Limit): readonly Problem[] {
  const grown = Array.from(figures).flatMap(([at, count]): readonly Problem[] => {
    const listed = ratchet[at];
    if (count <= (listed ?? max)) return [];
    const found =
      listed === undefined
        ? `has ${count} ${unit}, must have at most ${max}`
        : `has grown from ${listed} to ${count} ${unit} and may only shrink`;
    return [{ at, message: `${found}: ${advice}` }];
  });
  const loose = Object.entries(ratchet).flatMap(([at, listed]): readonly Problem[] => {
    const count = figures.get(at) ?? 0;
    if (count >= listed) return [];
    return [{ at, message: `has shrunk from ${listed} to ${count} ${unit}. Record it: npm run ratchet` }];
  });
  return [...grown, ...loose];
}

/** The ratchet with decreased figures lowered, and entries at or below `max` removed. Nothing is added. */
export function tightened(figures: Figures, ratchet: Ratchet, max: number): Ratchet {
  return Object.fromEntries(
    Object.entries(ratchet)
      .map(([at, listed]) => [at, Math.min(listed, figures.get(at) ?? 0)] as const)
      .filter(([, count]) => count > max),
  );
}

/** The ratchet that accepts every figure above `max`. */
export function accepted(figures: Figures, max: number): Ratchet {
  return Object.fromEntries(Array.from(figures).filter(([, count]) => count > max));
}
