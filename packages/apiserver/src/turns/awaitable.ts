// Values that are available at once or later. A write in which no plugin, no validation and no reservation waits is decided in one turn.

export type Awaitable<T> = T | Promise<T>;

/** Calls `next` with the value: in the same turn, unless the value is a promise. */
export function whenReady<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
