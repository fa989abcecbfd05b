/** Two observers as one: metrics and logs hear of the same things. */

/** Calls each method on every observer that has it. Observers that throw are the callers' affair, as with a single one. */
export function joinObservers<O extends object>(...observers: readonly O[]): O {
  const names = new Set(observers.flatMap((observer) => Object.keys(observer)));
  const joined = Object.fromEntries(
    [...names].map((name) => [
      name,
      (...args: readonly unknown[]): void => {
        for (const observer of observers) {
          const method: unknown = Reflect.get(observer, name);
          if (typeof method === "function") Reflect.apply(method, observer, args);
        }
      },
    ]),
  );
  return joined as O; // It has the methods of its parts, each with the parts' own signature.
}
