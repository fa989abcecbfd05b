// The alternatives of a schema: anyOf, oneOf, allOf and not.

import { eachInSteps, quoteGoString, whenDone } from "@kubewright/apimachinery";
import type { Work } from "@kubewright/apimachinery";
import type { Alternatives, Type } from "../model/type.ts";
import type { Place } from "./place.ts";
import { formatPlace } from "./place.ts";
import type { Found } from "./problem.ts";

/** Validates the value by one alternative. */
type Validate = (alternative: Type, into: Found) => Work<void>;

/** In steps, adds the problems of alternatives that do not fit. */
export function checkAlternatives(
  { anyOf, oneOf, allOf, not }: Alternatives,
  validate: Validate,
  place: Place | undefined,
  found: Found,
): Work<void> {
  const take = ({ problems, matches }: Found): void => {
    for (const problem of problems) found.problems.push(problem);
    found.matches += matches;
  };
  const fail = (text: string): void => {
    const where = formatPlace(place);
    found.problems.push({ kind: "composite", where, value: "", message: `${quoteGoString(where)} ${text}` });
  };
  const checkingAny = checkEach(anyOf, validate, isValid, (results) => {
    const valid = results.find(isValid);
    if (valid === undefined) fail("must validate at least one schema (anyOf)");
    take(valid ?? mostMatches(results));
  });
  const checkingOne = whenDone(checkingAny, () =>
    checkEach(oneOf, validate, never, (results) => {
      const valid = results.filter(isValid);
      if (valid.length !== 1) {
        const count = valid.length === 0 ? "Found none valid" : `Found ${valid.length} valid alternatives`;
        fail(`must validate one and only one schema (oneOf). ${count}`);
      }
      if (valid.length <= 1) take(valid[0] ?? mostMatches(results));
    }),
  );
  const checkingAll = whenDone(checkingOne, () =>
    checkEach(allOf, validate, never, (results) => {
      for (const result of results) take(result);
      const valid = results.filter(isValid).length;
      if (valid < results.length) {
        fail(`must validate all the schemas (allOf)${valid === 0 ? ". None validated" : ""}`);
      }
    }),
  );
  return whenDone(checkingAll, () =>
    checkEach(not === undefined ? [] : [not], validate, never, (results) => {
      if (results.every(isValid)) fail("must not validate the schema (not)");
    }),
  );
}

/** Calls `next` with the results of alternatives, up to the first for which `isLast` returns true. Does not call it without alternatives. */
function checkEach(
  alternatives: readonly Type[],
  validate: Validate,
  isLast: (found: Found) => boolean,
  next: (results: readonly [Found, ...Found[]]) => void,
): Work<void> {
  if (alternatives.length === 0) return;
  const results: Found[] = [];
  const checking = eachInSteps(alternatives, (alternative) => {
    const last = results.at(-1);
    if (last !== undefined && isLast(last)) return;
    const found: Found = { problems: [], matches: 0 };
    results.push(found);
    return validate(alternative, found);
  });
  return whenDone(checking, () => next(results as [Found, ...Found[]])); // There is an alternative.
}

const never = (): boolean => false;

function isValid({ problems }: Found): boolean {
  return problems.length === 0;
}

/** The first result with the most matches. */
function mostMatches(results: readonly [Found, ...Found[]]): Found {
  return results.reduce((best, result) => (result.matches > best.matches ? result : best));
}
