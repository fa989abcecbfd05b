// The grammar of the `Accept` header, as a kube-apiserver parses it: clauses are stricter than in HTTP, and a media type with a quality of zero is
// not excluded, only less preferred than others.

/** One alternative of an `Accept` header. */
export interface AcceptClause {
  /** Without parameters. */
  readonly mediaType: string;
  readonly parameters: ReadonlyMap<string, string>;
}

interface RankedClause extends AcceptClause {
  readonly quality: number;
}

/** Go's `sort.Sort` inserts the items of lists of this length one by one. Their order matters, because `precedes` is not transitive. */
const insertedMax = 12;

/** The alternatives of an `Accept` header, preferred first. Malformed clauses are skipped. */
export function parseAccept(accept: string): readonly AcceptClause[] {
  const clauses = accept.split(",").flatMap((text) => parseClause(text) ?? []);
  return clauses.length <= insertedMax ? clauses.reduce(inserted, []) : clauses.toSorted(compareClauses);
}

/** Inserts a clause before those at the end to which it is preferred. */
function inserted(ranked: RankedClause[], clause: RankedClause): RankedClause[] {
  let at = ranked.length;
  for (let before = ranked[at - 1]; before !== undefined && precedes(clause, before); before = ranked[at - 1]) at -= 1;
  ranked.splice(at, 0, clause);
  return ranked;
}

function compareClauses(one: RankedClause, other: RankedClause): number {
  if (precedes(one, other)) return precedes(other, one) ? 0 : -1;
  return precedes(other, one) ? 1 : 0;
}

/** The media types of an `Accept` header alone, in its order. */
export function acceptedTypes(accept: string): readonly string[] {
  return accept.split(",").map((clause) => trimmed(clause.split(";", 1)[0] ?? ""));
}

function parseClause(text: string): RankedClause | undefined {
  const [range = "", ...rest] = trimmed(text).split(";");
  const [type = "", subtype = "", ...more] = range.split("/").map(trimmed);
  if (more.length > 0 || (subtype === "" && type !== "*")) return undefined;
  const parameters = new Map<string, string>();
  let quality = 1;
  for (const parameter of rest) {
    const [name = "", value = "", ...others] = parameter.split("=");
    if (value === "" || others.length > 0) continue;
    if (trimmed(name) === "q") quality = Number.parseFloat(value) || 0;
    else parameters.set(trimmed(name), trimmed(value));
  }
  return { mediaType: `${type}/${subtype === "" ? "*" : subtype}`, parameters, quality };
}

function precedes(one: RankedClause, other: RankedClause): boolean {
  if (one.quality > other.quality) return true;
  const [oneType = "", oneSubtype] = one.mediaType.split("/");
  const [otherType = "", otherSubtype] = other.mediaType.split("/");
  return (oneType !== "*" && otherType === "*") || (oneSubtype !== "*" && otherSubtype === "*");
}

/** Trims spaces; a tab is part of a name. */
function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === " ") start += 1;
  while (end > start && text[end - 1] === " ") end -= 1;
  return text.slice(start, end);
}
