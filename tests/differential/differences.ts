/** The differing places of two recorded responses, so that a known deviation is listed by its place. */
import type { RecordedAnswer } from "./mask.ts";

export interface Difference {
  /** `1.body.details.causes.0.message`: in the second response of the case. */
  readonly at: string;
  readonly recorded: unknown;
  readonly answered: unknown;
}

/** Every place at which the responses differ from the record; a missing value is `undefined`. */
export function differencesBetween(
  recorded: readonly RecordedAnswer[] | undefined,
  answered: readonly RecordedAnswer[],
): readonly Difference[] {
  return differences(recorded, answered);
}

/** Every place at which two JSON values differ. */
export function differences(recorded: unknown, answered: unknown, at: readonly string[] = []): readonly Difference[] {
  if (isContainer(recorded) && isContainer(answered) && Array.isArray(recorded) === Array.isArray(answered)) {
    const keys = new Set([...Object.keys(recorded), ...Object.keys(answered)]);
    return Array.from(keys).flatMap((key) =>
      differences(ownValue(recorded, key), ownValue(answered, key), [...at, key]),
    );
  }
  return Object.is(recorded, answered) ? [] : [{ at: at.join("."), recorded, answered }];
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function ownValue(container: object, key: string): unknown {
  return Object.hasOwn(container, key) ? (container as Record<string, unknown>)[key] : undefined;
}
