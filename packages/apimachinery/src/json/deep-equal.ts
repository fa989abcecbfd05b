// Equality of JSON values.

/**
 * Whether two JSON values are equal: same types, arrays in the same order, objects with the same own keys in any order.
 * A key whose value is undefined counts as absent, so a typed object equals its decoded form. `1n` equals `1`.
 */
export function isDeepEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) {
    return isSameNumber(left, right);
  }
  if (Array.isArray(left) || Array.isArray(right)) {
    return Array.isArray(left) && Array.isArray(right) && isSameArray(left, right);
  }
  // Both are objects that are not arrays, so reading own keys of them as unknown is safe.
  return isSameObject(left as { readonly [key: string]: unknown }, right as { readonly [key: string]: unknown });
}

function isSameNumber(left: unknown, right: unknown): boolean {
  if (typeof left === "bigint" && typeof right === "number") return left === toExactBigint(right);
  if (typeof left === "number" && typeof right === "bigint") return toExactBigint(left) === right;
  return Number.isNaN(left) && Number.isNaN(right);
}

function toExactBigint(value: number): bigint | undefined {
  return Number.isInteger(value) ? BigInt(value) : undefined;
}

// Plain loops: every write compares a whole object with the stored one.
function isSameArray(left: readonly unknown[], right: readonly unknown[]): boolean {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index++) {
    if (!isDeepEqual(left[index], right[index])) return false;
  }
  return true;
}

function isSameObject(left: { readonly [key: string]: unknown }, right: { readonly [key: string]: unknown }): boolean {
  let present = 0;
  for (const key of Object.keys(left)) {
    const value = left[key];
    if (value === undefined) continue;
    if (!Object.hasOwn(right, key) || !isDeepEqual(value, right[key])) return false;
    present++;
  }
  const keys = Object.keys(right);
  if (keys.length === present) return true;
  return keys.filter((key) => right[key] !== undefined).length === present;
}
