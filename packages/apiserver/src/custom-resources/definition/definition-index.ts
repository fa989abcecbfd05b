/**
 * What definitions of a group must know of each other: which names each has been given, and which versions it serves. It is noted with every
 * write of a definition, so that nobody has to parse all others (which may be large) to follow the write of one.
 */
import type { CustomResourceDefinitionNames } from "@kubewright/api/apiextensions.k8s.io/v1";
import type { ReadonlyObject } from "../../registry/api-object.ts";
import type { View } from "../../kinds/typed.ts";
import { definitionView } from "./definition-view.ts";

export type AcceptedNamesView = View<CustomResourceDefinitionNames>;

export interface DefinitionIndex {
  /** Notes a definition as it is now. */
  readonly note: (object: ReadonlyObject) => void;
  readonly forget: (object: ReadonlyObject) => void;
  /** The definitions of a group by their names, in order. */
  readonly inGroup: (group: string) => readonly string[];
  /** What the definitions of a group have been given, all but one. */
  readonly namesOfOthers: (group: string, except: string) => readonly AcceptedNamesView[];
  /** Whether any definition of the group serves the version. */
  readonly isServed: (group: string, version: string) => boolean;
}

interface Outline {
  readonly acceptedNames: AcceptedNamesView;
  readonly servedVersions: ReadonlySet<string>;
}

export function createDefinitionIndex(): DefinitionIndex {
  const groups = new Map<string, Map<string, Outline>>();

  return {
    note(object) {
      const { spec, status } = definitionView(object);
      const { group = "", versions = [] } = spec ?? {};
      const servedVersions = new Set(versions.flatMap(({ name = "", served }) => (served === true ? [name] : [])));
      const outlines = groups.get(group) ?? new Map<string, Outline>();
      groups.set(group, outlines.set(nameOf(object), { acceptedNames: status?.acceptedNames ?? {}, servedVersions }));
    },
    forget(object) {
      groups.get(definitionView(object).spec?.group ?? "")?.delete(nameOf(object));
    },
    inGroup: (group) => Array.from(groups.get(group)?.keys() ?? []).toSorted(),
    namesOfOthers: (group, except) =>
      Array.from(groups.get(group) ?? []).flatMap(([name, outline]) =>
        name === except ? [] : [outline.acceptedNames],
      ),
    isServed: (group, version) =>
      Array.from(groups.get(group)?.values() ?? []).some(({ servedVersions }) => servedVersions.has(version)),
  };
}

function nameOf({ metadata }: ReadonlyObject): string {
  return metadata.name ?? "";
}
