// The format `duration`: https://pkg.go.dev/k8s.io/kube-openapi/pkg/validation/strfmt#ParseDuration
import { parseGoDuration } from "@kubewright/apimachinery";

/** Parses Go's notation (`1h30m`), or numbers with the names of units (`3 days`). Returns nanoseconds, or `undefined` for any other string. */
export function parseDuration(text: string): bigint | undefined {
  const nanos = parseGoDuration(text);
  if (nanos !== undefined) return nanos;
  // Upstream searches for pairs anywhere in the string. One pair with a known unit is enough.
  let sum: bigint | undefined;
  for (const [, digits = "", name = ""] of text.matchAll(/(\d+)\s*([A-Za-zµ]+)/gu)) {
    if (!isInt64(digits)) return undefined;
    const scale = scaleOf(name.toLowerCase());
    if (scale !== undefined) sum = BigInt.asIntN(64, (sum ?? 0n) + BigInt(digits) * scale);
  }
  return sum;
}

/** The names of each unit. Units that start with the last name count, too. */
const units: readonly (readonly [names: readonly [string, ...string[]], nanos: bigint])[] = [
  [["ns", "nano"], 1n],
  [["us", "µs", "micro"], 1000n],
  [["ms", "milli"], 1_000_000n],
  [["s", "sec"], 1_000_000_000n],
  [["m", "min"], 60_000_000_000n],
  [["h", "hr", "hour"], 3_600_000_000_000n],
  [["d", "day"], 86_400_000_000_000n],
  [["w", "wk", "week"], 604_800_000_000_000n],
];

function scaleOf(unit: string): bigint | undefined {
  return units.find(([names]) => names.includes(unit) || unit.startsWith(names.at(-1) ?? ""))?.[1];
}

function isInt64(digits: string): boolean {
  return digits.length < 19 || (digits.length < 40 && BigInt(digits) < 2n ** 63n);
}
