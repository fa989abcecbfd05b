/** Shrinks a failing input: removes every part without which it still fails. */

/** Every value without one part of `value`, larger parts first. */
export function* smaller(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    if (items.length > 3) {
      const half = Math.ceil(items.length / 2);
      yield items.slice(0, half);
      yield items.slice(half);
    }
    for (const index of items.keys()) yield items.toSpliced(index, 1);
    for (const [index, item] of items.entries()) for (const less of smaller(item)) yield items.with(index, less);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  const entries = Object.entries(value);
  for (const [name] of entries) yield Object.fromEntries(entries.filter(([other]) => other !== name));
  for (const [name, item] of entries) {
    for (const less of smaller(item)) {
      yield Object.fromEntries(entries.map(([other, kept]) => [other, other === name ? less : kept]));
    }
  }
}

/** The smallest input found that still fails, in at most this number of attempts. */
export async function shrunk<Input>(
  failing: Input,
  fails: (input: Input) => Promise<boolean>,
  triesMax: number,
): Promise<Input> {
  let best = failing;
  let tries = 0;
  for (let found = true; found && tries < triesMax;) {
    found = false;
    for (const candidate of smaller(best)) {
      if ((tries += 1) > triesMax) break;
      // A value without a required part is not an input: `fails` returns false for it.
      const input = candidate as Input;
      if (!(await fails(input))) continue;
      best = input;
      found = true;
      break;
    }
  }
  return best;
}
