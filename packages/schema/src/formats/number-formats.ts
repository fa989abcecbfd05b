// Formats of numbers in strings: cards, books, colours.

/** Base64 in the standard alphabet, with padding; not empty. */
export function isBase64(text: string): boolean {
  return text.length > 0 && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
}

/** A credit card number with a valid check digit. Any characters may separate its digits. */
export function isCreditCard(text: string): boolean {
  const digits = text.replace(/[^0-9]+/g, "");
  const known =
    /^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35\d{3})\d{11})$/;
  return known.test(digits) && luhnSum(digits) % 10 === 0;
}

/** An ISBN of ten digits, the last of which may be X. */
export function isIsbn10(text: string): boolean {
  const digits = text.replace(/[\s-]+/g, "");
  if (!/^(?:[0-9]{9}X|[0-9]{10})$/.test(digits)) return false;
  const sum = [...digits].reduce(
    (total, digit, index) => total + (index + 1) * (digit === "X" ? 10 : Number(digit)),
    0,
  );
  return sum % 11 === 0;
}

/** An ISBN of thirteen digits. */
export function isIsbn13(text: string): boolean {
  const digits = text.replace(/[\s-]+/g, "");
  if (!/^[0-9]{13}$/.test(digits)) return false;
  const sum = Array.from(digits)
    .slice(0, 12)
    .reduce((total, digit, index) => total + (index % 2 === 0 ? 1 : 3) * Number(digit), 0);
  return Number(digits[12]) === (10 - (sum % 10)) % 10;
}

/** `rgb(255, 0, 0)`. */
export function isRgbColor(text: string): boolean {
  const parts = /^rgb\(([^()]*)\)$/.exec(text)?.[1]?.split(",") ?? [];
  return parts.length === 3 && parts.every((part) => /^(0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])$/.test(part.trim()));
}

function luhnSum(digits: string): number {
  return [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
}
