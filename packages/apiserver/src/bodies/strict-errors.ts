// The errors of strict decoding: fields that the kind does not have, and duplicate keys. A body may have 100,000 of them.
import { eachInSteps, whenDone } from "@kubewright/apimachinery";
import type { Work } from "@kubewright/apimachinery";
import type { Scope } from "../request/scope.ts";

/** In steps, the errors of fields that the kind does not have. */
export function unknownFieldErrors(paths: readonly string[]): Work<readonly string[]> {
  const errors: string[] = [];
  const formatting = eachInSteps(paths, (path) => void errors.push(`unknown field ${JSON.stringify(path)}`));
  return whenDone(formatting, () => errors);
}

/** Adds errors to the warnings of the response, in steps. */
export function warnOfErrors({ warnings }: Pick<Scope, "warnings">, errors: readonly string[]): Work<void> {
  return eachInSteps(errors, (error) => void warnings.add(error));
}
