/** Compares applied fields with an object, to find out whether an apply would change it. */
import { isDeepEqual } from "@kubewright/apimachinery";

/**
 * Whether each field of `desired` has its value in `actual`, at any depth. Lists must have the same length: if the server has added items, an unneeded
 * apply is sent. Selectors must be equal: they are atomic, so an additional label is drift. The server omits an empty selector.
 */
export function isSubset(desired: unknown, actual: unknown): boolean {
  if (typeof desired !== "object" || desired === null) return desired === undefined || desired === actual;
  if (typeof actual !== "object" || actual === null || Array.isArray(desired) !== Array.isArray(actual)) return false;
  if (Array.isArray(desired) && Array.isArray(actual) && desired.length !== actual.length) return false;
  return Object.entries(desired).every(([name, value]) => {
    const found = Object.hasOwn(actual, name) ? (actual as Readonly<Record<string, unknown>>)[name] : undefined; // It is an object.
    return /selector$/iu.test(name) && value !== undefined ? isDeepEqual(value, found ?? {}) : isSubset(value, found);
  });
}
