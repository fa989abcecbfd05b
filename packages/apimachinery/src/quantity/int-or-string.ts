// Values that are a number or a string, usually a count or a percentage: `maxUnavailable: 25%`, `targetPort: http`.

/** A number or a string. */
export type IntOrString = number | string;

/**
 * Returns a count. A percentage is a share of `total`.
 *
 * @throws {TypeError} if a string is not a percentage.
 */
export function scaledValueOf(value: IntOrString, total: number, round: "up" | "down"): number {
  if (typeof value === "number") return value;
  const match = /^([+-]?\d+)%$/.exec(value);
  if (match === null) {
    throw new TypeError(`invalid value for IntOrString: invalid type: string is not a percentage`);
  }
  const share = (Number(match[1]) * total) / 100;
  return round === "up" ? Math.ceil(share) : Math.floor(share);
}
