/** English plurals as far as kinds need them; a kind that is special says so: `@kubebuilder:resource:path=…`. */

/** The plural of a kind in lower case: `MyJob` gives `myjobs`, `Policy` gives `policies`. */
export function pluralize(kind: string): string {
  const word = kind.toLowerCase();
  if (/(?:data|series|species|sheep|news|metadata|information|equipment)$/.test(word)) return word;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  if (/(?:matr|vert|ind)(?:ix|ex)$/.test(word)) return `${word.slice(0, -2)}ices`;
  if (word.endsWith("sis")) return `${word.slice(0, -2)}es`;
  if (/(?:s|x|z|ch|sh)$/.test(word)) return `${word}es`;
  return `${word}s`;
}
