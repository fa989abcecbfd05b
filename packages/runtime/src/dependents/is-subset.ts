/** Whether applied fields have their values, so that an apply would change nothing. */
import { isDeepEqual } from "@kubewright/apimachinery";

/**
 * Whether each field of `desired` has its value in `actual`, at any depth. Lists must have the same length: a server that adds items leads to an apply that
 * changes nothing. Selectors must be equal: they are atomic, so one more label is drift. The server stores an empty selector as none.
 */
export function isSubset(desired: unknown, actual: unknown): boolean {
  if (typeof desired !== "object" || desired === null) return desired === undefined || desired === actual;
  if (typeof actual !== "object" || actual === null || Array.isArray(desired) !== Array.isArray(actual)) return false;
  if (Array.isArray(desired) && Array.isArray(actual) && desired.length !== actual.length) return false;
  return Object.entries(desired).every(([name, value]) => {
    const found = Object.hasOwn(actual, name) ? (actual as Readonly<Record<string, unknown>>)[name] : undefined; // An object, see above.
    return /selector$/iu.test(name) && value !== undefined ? isDeepEqual(value, found ?? {}) : isSubset(value, found);
  });
}
