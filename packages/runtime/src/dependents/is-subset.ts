/** Compares applied fields with an object, to find out whether an apply would change it. */
import { isDeepEqual } from "@kubewright/apimachinery";

/**
 * Whether each field of `desired` has its value in `actual`, at any depth. Lists must have the same length: `AppliedObjects` remembers the lists that the
 * server has extended. Selectors must be equal: they are atomic, so an additional label is drift. The server omits an empty selector. Quantities are compared
 * as text: labels and data may look like quantities, and `AppliedObjects` remembers that the server stores `1000m` as `1`.
 */
export function isSubset(desired: unknown, actual: unknown): boolean {
  if (typeof desired !== "object" || desired === null) return desired === undefined || desired === actual;
  if (typeof actual !== "object" || actual === null || Array.isArray(desired) !== Array.isArray(actual)) return false;
  if (Array.isArray(desired) && Array.isArray(actual) && desired.length !== actual.length) return false;
  return Object.entries(desired).every(([name, value]) => {
    const found = fieldOf(actual, name);
    return isSelector(name) && value !== undefined ? isDeepEqual(value, found ?? {}) : isSubset(value, found);
  });
}

/** The part of `actual` that an apply of `desired` sets. Selectors, lists and single values are complete. */
export function appliedPart(desired: unknown, actual: unknown): unknown {
  if (!isFields(desired) || !isFields(actual)) return actual;
  return Object.fromEntries(
    Object.entries(desired).map(([name, value]) => {
      const found = fieldOf(actual, name);
      return [name, isSelector(name) ? found : appliedPart(value, found)];
    }),
  );
}

function isSelector(name: string): boolean {
  return /selector$/iu.test(name);
}

function isFields(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fieldOf(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? (object as Readonly<Record<string, unknown>>)[name] : undefined; // It is an object.
}
