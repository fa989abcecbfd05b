/** The names of groups, kinds and resources in generated code: valid and unique identifiers. */
import { isDns1035Label } from "@kubewright/apimachinery";

import { upperFirst } from "../artifacts/code.ts";
import type { KindDeclaration } from "../kinds/find-kinds.ts";
import type { ProblemLog } from "../problem.ts";

export interface ClientNames {
  /** `crddemoV1`: the method with the kinds of a group and version. */
  group(kind: KindDeclaration): string;
  /** The name of the type: that of the kind, with group and version appended if it is ambiguous. */
  alias(kind: KindDeclaration): string;
  /** `mydemos`: the method of a kind. */
  resource(kind: KindDeclaration): string;
}

/** Reports ambiguous and invalid names in the log. */
export function createClientNames(kinds: readonly KindDeclaration[], log: ProblemLog): ClientNames {
  const group = groupNamer(kinds);
  const groupTypes = kinds.flatMap((kind) => ["Client", "Informers"].map((end) => `${upperFirst(group(kind))}${end}`));
  const isTaken = ({ kind }: KindDeclaration): boolean =>
    reserved.has(kind) || groupTypes.includes(kind) || kinds.filter((other) => other.kind === kind).length > 1;
  const names: ClientNames = {
    group,
    alias: (kind) => (isTaken(kind) ? `${kind.kind}${upperFirst(group(kind))}` : kind.kind),
    resource: (kind) => identifier(kind.names.plural),
  };

  for (const kind of kinds) {
    const { plural } = kind.names;
    const [fault] = isDns1035Label(plural);
    if (fault !== undefined) report(log, kind, `has the plural ${JSON.stringify(plural)}: ${fault}`);
  }
  reportTwins(kinds, (kind) => `${names.group(kind)}().${names.resource(kind)}()`, log);
  reportTwins(kinds, names.alias, log);
  return names;
}

/** What the generated files mean by other names. */
const reserved: ReadonlySet<string> = new Set(
  [
    "AbortSignal Omit Pick Promise",
    "Client Clientset FakeClient FakeClientset ResourceClient Verbs",
    "CreateInformerCacheOptions Informer Lister SharedInformer SharedInformerFactory SharedInformerFactoryOptions",
    "KubernetesObject ResourceType",
  ].flatMap((line) => line.split(" ")),
);

/**
 * `crddemo.k8s.io` and `v1` are `crddemoV1`: the first part of a group is what people call it. Where two groups begin with the same, they are
 * called by all of their names.
 */
function groupNamer(kinds: readonly KindDeclaration[]): (kind: KindDeclaration) => string {
  const groups = [...new Set(kinds.map(({ group }) => group))];
  const firstOf = (group: string): string => group.split(".", 1)[0] ?? "";
  const isShared = (group: string): boolean =>
    groups.some((other) => other !== group && firstOf(other) === firstOf(group));
  return ({ group, version }) => `${identifier(isShared(group) ? group : firstOf(group))}${upperFirst(version)}`;
}

/** Letters and digits alone, beginning with a letter; what was behind another character is in upper case. */
function identifier(name: string): string {
  const joined = name.replaceAll(/[^a-z\d]+([a-z\d]?)/giu, (_, next: string) => next.toUpperCase());
  return /^[a-z]/iu.test(joined) ? joined : `group${joined}`;
}

function reportTwins(
  kinds: readonly KindDeclaration[],
  nameOf: (kind: KindDeclaration) => string,
  log: ProblemLog,
): void {
  for (const [name, [first, ...others]] of Map.groupBy(kinds, nameOf)) {
    for (const other of others) {
      const twin = first === undefined ? "" : `${first.group}/${first.version} ${first.kind}`;
      report(log, other, `and ${twin} are both "${name}" in generated code: give one of them another group or plural`);
    }
  }
}

function report(log: ProblemLog, { declaration, kind }: KindDeclaration, fault: string): void {
  log.report(declaration.position, `"${kind}" ${fault}`);
}
