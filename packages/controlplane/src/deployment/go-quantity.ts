/**
 * How Go's dump library prints a quantity: its private fields, which hold a small amount as an integer with a decimal scale and a large one as a
 * decimal of arbitrary precision.
 */
import { formatQuantity, parseQuantity } from "@kubewright/apimachinery";
import type { ParsedQuantity } from "@kubewright/apimachinery";

/** The dump of a quantity; of an absent one if it is undefined. Controllers receive a quantity in its canonical form. */
export function dumpOfQuantity(given: string | undefined): string {
  if (given === undefined) return dumpWith({ format: "" });
  const text = formatQuantity(parseQuantity(given));
  if (text === "0") return dumpWith({ format: "DecimalSI", text });
  const quantity = parseQuantity(text);
  const amount = smallAmount(text, quantity);
  return dumpWith(amount === undefined ? largeAmount(quantity) : { ...quantity, amount });
}

interface Parts {
  readonly format: string;
  /** Go keeps the text of a small quantity whose digits end in no zero. */
  readonly text?: string;
  readonly amount?: Amount;
  /** A decimal of arbitrary precision, as `unscaled / 10^scale`. */
  readonly decimal?: Amount;
}

interface Amount {
  readonly value: bigint;
  readonly scale: number;
}

function dumpWith({ format, text = "", amount = { value: 0n, scale: 0 }, decimal }: Parts): string {
  const dec =
    decimal === undefined
      ? "<nil>"
      : `{unscaled:(big.Int){neg:(bool)${decimal.value < 0n} abs:(big.nat)[${wordsOf(decimal.value).join(" ")}]} scale:(inf.Scale)${decimal.scale}}`;
  return (
    `{i:(resource.int64Amount){value:(int64)${amount.value} scale:(resource.Scale)${amount.scale}} ` +
    `d:(resource.infDecAmount){Dec:(*inf.Dec)${dec}} s:(string)${text} Format:(resource.Format)${format}}`
  );
}

/** The number of digits that always fit into an int64. */
const decimalDigitsMax = 18;
const binaryDigitsMax = 14;

/** The amount as an int64 with a scale, if Go's parser estimates that it fits. */
function smallAmount(text: string, { unscaled, exponent, format }: ParsedQuantity): Amount | undefined {
  const [, whole = "", fraction = "", suffix = ""] = /^[-+]?0*(\d*)\.?(\d*)(.*)$/u.exec(text) ?? [];
  const digits = Math.max(1, whole.length) + fraction.length;
  if (format === "BinarySI") {
    const power = binaryPowers[suffix] ?? 0;
    const fits = fraction === "" && digits + Math.trunc((power * 3) / 10) <= binaryDigitsMax;
    return fits ? { value: unscaled * 10n ** BigInt(exponent), scale: 0 } : undefined;
  }
  return digits <= decimalDigitsMax ? { value: unscaled, scale: exponent } : undefined;
}

const binaryPowers: Readonly<Record<string, number | undefined>> = { Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 };

/** Go keeps nine places behind the point. */
function largeAmount({ unscaled, exponent, format }: ParsedQuantity): Parts {
  return { format, decimal: { value: unscaled * 10n ** BigInt(exponent + 9), scale: 9 } };
}

/** The 64-bit words of the magnitude, the lowest first. */
function wordsOf(value: bigint): readonly bigint[] {
  const words: bigint[] = [];
  for (let rest = value < 0n ? -value : value; rest > 0n; rest >>= 64n) words.push(rest & 0xffff_ffff_ffff_ffffn);
  return words;
}
