/** What the typed client of a kind can do, by the markers of client-gen on it. */
import type { KindDeclaration } from "../kinds/find-kinds.ts";
import { applyEffects } from "../markers/apply-effects.ts";
import { clientVerbs } from "../markers/client-markers.ts";
import type { ProblemLog } from "../problem.ts";

/** The methods that the client of a kind has, in one order. None: it has no client. */
export function verbsOf({ kind, isNamespaced, facts, markers }: KindDeclaration, log: ProblemLog): readonly string[] {
  const verbs = clientVerbs.filter((verb) => verb !== "updateStatus" || facts.status);
  return applyEffects("client", { kind, isNamespaced, verbs }, markers, log).verbs;
}

/** The type of a client that can do this, of objects of the type `alias`. */
export function clientType(alias: string, verbs: readonly string[]): string {
  const missing = clientVerbs.filter((verb) => !verbs.includes(verb));
  if (missing.length === 0) return `ResourceClient<${alias}>`;
  return `Omit<ResourceClient<${alias}>, ${missing.map((verb) => `"${verb}"`).join(" | ")}>`;
}
