/** Numbers of JSON that are too large for a double: their decoded values are infinite. */
import { numberLiteralAt, numberLiteralsBelow } from "@kubewright/apimachinery";
import type { NumberLiterals } from "@kubewright/apimachinery";

/** Go's message about the first such number in the members of an object or array, whose literals these are. */
export function infinityProblem(container: object, literals: NumberLiterals | undefined): string | undefined {
  if (literals === undefined) return undefined;
  for (const [key, member] of Object.entries(container) as readonly (readonly [string, unknown])[]) {
    if (member === Number.POSITIVE_INFINITY || member === Number.NEGATIVE_INFINITY) {
      return `json: cannot unmarshal number ${numberLiteralAt(literals, key)} into Go value of type float64`;
    }
    if (typeof member !== "object" || member === null) continue;
    const problem = infinityProblem(member, numberLiteralsBelow(literals, key));
    if (problem !== undefined) return problem;
  }
  return undefined;
}
