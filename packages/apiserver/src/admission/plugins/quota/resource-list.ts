/**
 * Amounts by the names of resources, as in `spec.hard` and `status.used` of a quota. Quantities are canonical strings.
 * The operations are those of k8s.io/apiserver/pkg/quota/v1.
 */
import { formatQuantity, getOwn, parseQuantity, subtractQuantities } from "@kubewright/apimachinery";
import { compareQuantities, sumOfQuantities } from "../../../kinds/quantities.ts";

export type ResourceList = { readonly [name: string]: string | number };

/** The sums, of all names in either list. */
export function added(left: ResourceList, right: ResourceList): ResourceList {
  const sums = new Map(Object.entries(left));
  for (const [name, amount] of Object.entries(right)) {
    const other = sums.get(name);
    sums.set(name, other === undefined ? amount : sumOfQuantities(other, amount));
  }
  return Object.fromEntries(sums);
}

/** The amounts by which `left` exceeds `right`. Zeros are left out. */
export function increase(left: ResourceList, right: ResourceList): ResourceList {
  return Object.fromEntries(
    Object.entries(left).flatMap(([name, amount]) => {
      const other = getOwn(right, name);
      const more = other === undefined ? amount : differenceOf(amount, other);
      return compareQuantities(more, 0) > 0 ? [[name, more]] : [];
    }),
  );
}

function differenceOf(left: string | number, right: string | number): string {
  return formatQuantity(subtractQuantities(parseQuantity(String(left)), parseQuantity(String(right))));
}

/** The entries with these names. */
export function only(list: ResourceList, names: readonly string[]): ResourceList {
  const wanted = new Set(names);
  return Object.fromEntries(Object.entries(list).filter(([name]) => wanted.has(name)));
}

/** The names whose amounts are greater than those of `bounds`. */
export function exceeding(list: ResourceList, bounds: ResourceList): readonly string[] {
  return Object.entries(list).flatMap(([name, amount]) => {
    const bound = getOwn(bounds, name);
    return bound !== undefined && compareQuantities(amount, bound) > 0 ? [name] : [];
  });
}

/** Whether both lists have the same names with equal amounts. */
export function isSameList(left: ResourceList, right: ResourceList): boolean {
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => {
      const [mine, other] = [getOwn(left, name), getOwn(right, name)];
      return mine !== undefined && other !== undefined && compareQuantities(mine, other) === 0;
    })
  );
}

/** A list in a message: `cpu=1,memory=2Gi`. */
export function printedList(list: ResourceList): string {
  return Object.entries(list)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, amount]) => `${name}=${amount}`)
    .join(",");
}
