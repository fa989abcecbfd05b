/** Parses the query of a URL. As in Go, a pair with a semicolon or an invalid escape is left out. */
export function parseQuery(query: string): URLSearchParams {
  if (!query.includes(";") && !invalidEscape.test(query)) return new URLSearchParams(query);
  const pairs = query.split("&").filter((pair) => !pair.includes(";") && !invalidEscape.test(pair));
  return new URLSearchParams(pairs.join("&"));
}

const invalidEscape = /%(?![\da-fA-F]{2})/u;
