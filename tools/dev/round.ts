// Which saved files begin a round of `npm run dev`, and the title of the round.

/** Whether a saved file can change the outcome of the type check or of a test. */
export function affectsRound(path: string): boolean {
  if (/(?:^|\/)(?:node_modules|dist|coverage|\.[^/]+)(?:\/|$)/u.test(path)) return false;
  return /\.(?:ts|json|yaml)$/u.test(path) && !path.endsWith(".tsbuildinfo");
}

/** Names the saved files, shortened if there are many. */
export function roundTitle(paths: readonly string[]): string {
  const [first = "", second, ...rest] = paths;
  if (second === undefined) return first;
  return rest.length === 0 ? `${first}, ${second}` : `${first}, ${second} and ${rest.length} more`;
}
