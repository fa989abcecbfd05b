/** Errors of the review versions that an admission or conversion webhook supports. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, isDns1035Label, repeatedIndexes } from "@kubewright/apimachinery";

/** Versions that the reference supports. */
const reviewVersions: readonly string[] = ["v1", "v1beta1"];

/** The error of an absent list. */
export const reviewVersionsWanted: string = `must specify one of ${reviewVersions.join(", ")}`;

/** Errors of a list that is not empty. */
export function checkReviewVersionList(versions: readonly string[], path: FieldPath): readonly FieldError[] {
  const repeated = repeatedIndexes(versions);
  const errors = versions.flatMap((version, index) => {
    if (repeated.has(index)) return [field.invalid(path.index(index), version, "duplicate version")];
    return isDns1035Label(version).map((message) => field.invalid(path.index(index), version, message));
  });
  if (versions.some((version) => reviewVersions.includes(version))) return errors;
  return [...errors, field.invalid(path, versions, `must include at least one of ${reviewVersions.join(", ")}`)];
}
