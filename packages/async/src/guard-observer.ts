/**
 * The error policy of all observers: an error of an observer is caught and reported once. It does not affect the caller or
 * other observers.
 */

/** Called with the name of the method that threw first, and its error. */
export type ObserverErrorHandler = (method: string, error: unknown) => void;

/**
 * Returns an observer with the same methods, none of which throws; a function that a method returns is guarded as well. A method that throws
 * returns `undefined`, so only methods whose result may be absent can be guarded.
 *
 * `onError` is called with the first error of this observer. Default: a warning of the process on stderr.
 *
 * ```ts
 * const observer = guardObserver(options.observer ?? {}, (method, error) => log.error("Observer failed", { method, error }));
 * ```
 */
export function guardObserver<T extends object>(observer: T, onError: ObserverErrorHandler = warn): T {
  let hasReported = false;
  const report: ObserverErrorHandler = (method, error) => {
    if (hasReported) return;
    hasReported = true;
    onError(method, error);
  };
  const guarded: Record<string, unknown> = {};
  for (const name of methodNamesOf(observer)) {
    const method: unknown = Reflect.get(observer, name);
    if (isFunction(method)) guarded[name] = guard(name, method.bind(observer), report);
  }
  return guarded as T; // It has all methods of the observer, and observers consist of methods.
}

type AnyFunction = (...args: readonly unknown[]) => unknown;

function isFunction(value: unknown): value is AnyFunction {
  return typeof value === "function";
}

function guard(name: string, method: AnyFunction, report: ObserverErrorHandler): AnyFunction {
  return (...args) => {
    try {
      const result = method(...args);
      return isFunction(result) ? guard(name, result, report) : result;
    } catch (error) {
      report(name, error);
      return undefined;
    }
  };
}

/** Own and inherited ones: an observer may be an instance of a class. */
function methodNamesOf(observer: object): ReadonlySet<string> {
  const names = new Set<string>();
  for (let holder: unknown = observer; isOwnHolder(holder); holder = Reflect.getPrototypeOf(holder)) {
    for (const name of Object.getOwnPropertyNames(holder)) if (name !== "constructor") names.add(name);
  }
  return names;
}

function isOwnHolder(value: unknown): value is object {
  return typeof value === "object" && value !== null && value !== Object.prototype;
}

function warn(method: string, error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.emitWarning(`Observer method "${method}" failed, further errors of this observer are ignored: ${text}`);
}
