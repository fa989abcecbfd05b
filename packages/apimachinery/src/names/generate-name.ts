// Names made by the server from metadata.generateName: a prefix and five characters that make no words.

/** The alphabet of suffixes: no vowels, and nothing that looks like something else. */
export const generateNameAlphabet = "bcdfghjklmnpqrstvwxz2456789";
/** How many characters are appended. */
export const generateNameSuffixLength = 5;
/** How many characters of the prefix are kept, so that the name is a DNS label if the prefix is. */
export const generateNamePrefixMax = 58;

/**
 * A name that starts with `prefix`, cut to 58 characters.
 *
 * @param randomInt an integer from 0 up to but without its argument; five are drawn.
 */
export function generateName(prefix: string, randomInt: (maxExclusive: number) => number): string {
  let name = prefix.slice(0, generateNamePrefixMax);
  for (let count = 0; count < generateNameSuffixLength; count++) {
    name += generateNameAlphabet.charAt(randomInt(generateNameAlphabet.length));
  }
  return name;
}
