// Names that the server generates from metadata.generateName: the prefix and five random characters.

/** The alphabet of suffixes, without vowels and ambiguous characters. */
export const generateNameAlphabet = "bcdfghjklmnpqrstvwxz2456789";
/** The number of appended characters. */
export const generateNameSuffixLength = 5;
/** The maximum length of the prefix, so that the name is a DNS label if the prefix is. */
export const generateNamePrefixMax = 58;

/**
 * A name that starts with `prefix`, cut to 58 characters.
 *
 * @param randomInt returns an integer from 0 to its argument minus 1. Called five times.
 */
export function generateName(prefix: string, randomInt: (maxExclusive: number) => number): string {
  let name = prefix.slice(0, generateNamePrefixMax);
  for (let count = 0; count < generateNameSuffixLength; count++) {
    name += generateNameAlphabet.charAt(randomInt(generateNameAlphabet.length));
  }
  return name;
}
