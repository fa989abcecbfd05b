/** Where two recorded answers differ, place by place, so that a known deviation can be listed by its place and nothing more. */
import type { RecordedAnswer } from "./mask.ts";

export interface Difference {
  /** `1.body.details.causes.0.message`: in the second answer of the case. */
  readonly at: string;
  readonly recorded: unknown;
  readonly answered: unknown;
}

/** Every place at which the answers are not those of the record; what is missing is `undefined`. */
export function differencesBetween(
  recorded: readonly RecordedAnswer[] | undefined,
  answered: readonly RecordedAnswer[],
): readonly Difference[] {
  return differences(recorded, answered);
}

/** Every place at which two values of JSON differ. */
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
