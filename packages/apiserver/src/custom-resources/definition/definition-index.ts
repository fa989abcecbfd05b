// The accepted names and served versions of each definition, which other definitions of the group depend on. The index is updated with each commit of a
// definition, so that the work for one definition does not parse all others, which may be large.
import type { CustomResourceDefinitionNames } from "@kubewright/api/apiextensions.k8s.io/v1";
import type { View } from "../../kinds/typed.ts";
import type { DefinitionView } from "../definition-view.ts";
import { hasCondition } from "../definition-view.ts";

export type AcceptedNamesView = View<CustomResourceDefinitionNames>;

interface Outline {
  readonly group: string;
  readonly acceptedNames: AcceptedNamesView;
  readonly servedVersions: ReadonlySet<string>;
  readonly namesAccepted: boolean;
  readonly isTerminating: boolean;
}

export class DefinitionIndex {
  /** By the names of the definitions. */
  readonly #outlines = new Map<string, Outline>();

  /** Records the stored state of a definition. */
  record(definition: DefinitionView): void {
    const { metadata, spec, status } = definition;
    const { group = "", versions = [] } = spec ?? {};
    this.#outlines.set(metadata?.name ?? "", {
      group,
      acceptedNames: status?.acceptedNames ?? {},
      servedVersions: new Set(versions.flatMap(({ name = "", served }) => (served === true ? [name] : []))),
      namesAccepted: hasCondition(definition, "NamesAccepted"),
      isTerminating: hasCondition(definition, "Terminating"),
    });
  }

  forget(name: string): void {
    this.#outlines.delete(name);
  }

  /** Whether the definition has the condition Terminating. */
  isTerminating(name: string): boolean {
    return this.#outlines.get(name)?.isTerminating === true;
  }

  /** The names of the definitions of a group whose names are not all accepted, in order. */
  waitingForNames(group: string): readonly string[] {
    return this.#inGroup(group)
      .flatMap(([name, { namesAccepted }]) => (namesAccepted ? [] : [name]))
      .toSorted();
  }

  /** The accepted names of the other definitions in the group of this one. */
  namesOfOthers(name: string): readonly AcceptedNamesView[] {
    const group = this.#outlines.get(name)?.group ?? "";
    return this.#inGroup(group).flatMap(([other, { acceptedNames }]) => (other === name ? [] : [acceptedNames]));
  }

  /** Whether any definition of the group serves the version. */
  isServed(group: string, version: string): boolean {
    return this.#inGroup(group).some(([, { servedVersions }]) => servedVersions.has(version));
  }

  #inGroup(group: string): readonly (readonly [string, Outline])[] {
    return Array.from(this.#outlines).filter(([, outline]) => outline.group === group);
  }
}
