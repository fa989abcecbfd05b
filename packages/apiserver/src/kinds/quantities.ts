/** Resource quantities as the kinds need them: canonical texts, and comparisons of two texts. */
import { formatQuantity, parseQuantity } from "@kubewright/apimachinery";

/** The canonical form of a quantity, `undefined` when it is none. */
export function canonicalQuantity(text: string): string | undefined {
  try {
    return formatQuantity(parseQuantity(text));
  } catch {
    // Why it is none is not told: the reference says the same for every way of being wrong.
    return undefined;
  }
}
