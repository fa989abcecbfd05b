/**
 * Which plain YAML scalars are strings. Readers differ: YAML 1.1 and 1.2 have different booleans and numbers, and Go's readers accept numbers
 * that neither version lists. A scalar counts as a string here only if every reader agrees. The rule is compared with the recorded results of
 * the readers in `tests/yaml-scalars`.
 */

/**
 * Returns whether every YAML reader resolves the plain scalar to a string. A printer quotes all others. It does not consider syntax
 * (indicators, spaces, line breaks), which depends on where the scalar stands.
 */
export function resolvesToString(scalar: string): boolean {
  return !words.has(scalar) && !isNumber(scalar) && !sexagesimal.test(scalar) && !timestamp.test(scalar);
}

/** Null, booleans, infinities, the merge key and the default value of YAML 1.1, which Python's reader rejects. */
const words: ReadonlySet<string> = new Set([
  "",
  "~",
  "<<",
  "=",
  ".nan",
  ".NaN",
  ".NAN",
  ...["null", "y", "yes", "true", "on", "n", "no", "false", "off", ".inf"].flatMap(inEachCase),
  ...["+.inf", "-.inf"].flatMap(inEachCase),
]);

/** `word`, `Word` and `WORD`: no reader accepts another mixture. */
function inEachCase(word: string): readonly string[] {
  return [word, word.replace(/[a-z]/u, (letter) => letter.toUpperCase()), word.toUpperCase()];
}

/** Numbers of YAML 1.1: a point or an exponent needs no digits before it, and an underscore counts as a digit. */
const yaml11 = /^[-+]?(?:0b[01_]+|0x[\da-fA-F_]+|(?:\d[\d_]*)?(?:\.[\d_]*)?(?:[eE][-+]?\d+)?)$/u;
/** Numbers of Go's readers, which first remove all underscores: upper-case prefixes, octals of YAML 1.2, and a sign behind a prefix. */
const go = /^[-+]?(?:0[xX][\da-fA-F]+|0[bB][-+]?[01]+|0[oO][-+]?[0-7]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)$/u;
const goStart = /^[-+.\d]/u;

function isNumber(scalar: string): boolean {
  if (scalar === "-" || scalar === "+") return false;
  return yaml11.test(scalar) || (goStart.test(scalar) && go.test(scalar.replaceAll("_", "")));
}

/** YAML 1.1 reads 1:30 as 90. */
const sexagesimal = /^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/u;

const timestamp =
  /^\d{4}-\d\d?-\d\d?(?:(?:[Tt]|[ \t]+)\d\d?:\d\d?:\d\d?(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?)?$/u;
