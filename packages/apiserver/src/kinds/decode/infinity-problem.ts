/** Numbers of JSON that are too large for a double: their decoded values are infinite. */
import { eachInSteps, numberLiteralAt, numberLiteralsBelow, whenDone } from "@kubewright/apimachinery";
import type { NumberLiterals, Work } from "@kubewright/apimachinery";

/** In steps, Go's message about the first such number in the members of an object or array, whose literals these are. */
export function infinityProblem(container: object, literals: NumberLiterals | undefined): Work<string | undefined> {
  if (literals === undefined) return undefined;
  const members = container as { readonly [key: string]: unknown }; // An array has keys, too.
  let problem: string | undefined;
  const searching = eachInSteps(Object.keys(members), (key): Work<void> => {
    const member = members[key];
    if (problem !== undefined) return;
    if (member === Number.POSITIVE_INFINITY || member === Number.NEGATIVE_INFINITY) {
      problem = `json: cannot unmarshal number ${numberLiteralAt(literals, key)} into Go value of type float64`;
    } else if (typeof member === "object" && member !== null) {
      const below = infinityProblem(member, numberLiteralsBelow(literals, key));
      return whenDone(below, (found) => void (problem = found));
    }
  });
  return whenDone(searching, () => problem);
}
