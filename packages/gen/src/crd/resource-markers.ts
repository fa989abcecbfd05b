/** Reads the markers of a kind that describe the resource. */
import type { JsonValue } from "@kubewright/apimachinery";

import type { KindDeclaration } from "../kinds/find-kinds.ts";
import { all, has, last, textOf, textsOf } from "../markers/read-markers.ts";
import type { Marker } from "../markers/definition.ts";
import type { ProblemLog } from "../problem.ts";
import { pluralize } from "./pluralize.ts";

/** The names of a resource. */
export interface ResourceNames {
  readonly kind: string;
  readonly listKind: string;
  readonly plural: string;
  readonly singular: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

export function namesOf({ kind, markers }: KindDeclaration): ResourceNames {
  const resource = last(markers, "kubebuilder:resource");
  const shortNames = textsOf(resource, "shortName");
  const categories = textsOf(resource, "categories");
  return {
    kind,
    listKind: `${kind}List`,
    plural: textOf(resource, "path") ?? pluralize(kind),
    singular: textOf(resource, "singular") ?? kind.toLowerCase(),
    ...(shortNames.length > 0 && { shortNames }),
    ...(categories.length > 0 && { categories }),
  };
}

export function scopeOf({ markers }: KindDeclaration, log: ProblemLog): "Namespaced" | "Cluster" {
  const resource = last(markers, "kubebuilder:resource");
  const scope = textOf(resource, "scope") ?? "Namespaced";
  if (scope === "Namespaced" || scope === "Cluster") return scope;
  if (resource !== undefined) {
    log.report(
      resource.position,
      `the marker "@kubebuilder:resource" has scope "${scope}": expected Namespaced or Cluster`,
    );
  }
  return "Namespaced";
}

/** A path that the API server accepts: each name has a leading dot. */
const simplePath = /^(?:\.[A-Za-z_][\w-]*)+$/;

/** Reports paths that the API server would reject, at their markers. */
export function checkPaths({ markers }: KindDeclaration, log: ProblemLog): void {
  const expect = (marker: Marker, argument: string, fits: RegExp, wanted: string): void => {
    const path = textOf(marker, argument);
    if (path !== undefined && !fits.test(path)) {
      log.report(marker.position, `the marker "@${marker.written}" has ${argument} "${path}": expected ${wanted}`);
    }
  };
  for (const marker of all(markers, "kubebuilder:subresource:scale")) {
    expect(marker, "specpath", /^\.spec(?:\.[A-Za-z_][\w-]*)+$/, "a path below .spec, such as .spec.replicas");
    expect(marker, "statuspath", /^\.status(?:\.[A-Za-z_][\w-]*)+$/, "a path below .status, such as .status.replicas");
    expect(marker, "selectorpath", /^\.(?:spec|status)(?:\.[A-Za-z_][\w-]*)+$/, "a path below .spec or .status");
  }
  for (const marker of all(markers, "kubebuilder:printcolumn")) {
    expect(marker, "JSONPath", /^\./, "a path that begins with a dot, such as .spec.phase");
  }
  for (const marker of all(markers, "kubebuilder:selectablefield")) {
    expect(marker, "JSONPath", simplePath, "names with dots in front of them, such as .spec.phase");
  }
}

export function subresourcesOf({ markers }: KindDeclaration): { readonly [name: string]: object } | undefined {
  const scale = last(markers, "kubebuilder:subresource:scale");
  const labelSelectorPath = textOf(scale, "selectorpath");
  const subresources = {
    ...(has(markers, "kubebuilder:subresource:status") && { status: {} }),
    ...(scale !== undefined && {
      scale: {
        ...(labelSelectorPath !== undefined && { labelSelectorPath }),
        specReplicasPath: textOf(scale, "specpath"),
        statusReplicasPath: textOf(scale, "statuspath"),
      },
    }),
  };
  // controller-gen writes an empty `subresources` for a kind with columns.
  return Object.keys(subresources).length > 0 || has(markers, "kubebuilder:printcolumn") ? subresources : undefined;
}

const columnTypes: ReadonlySet<string> = new Set(["integer", "number", "string", "boolean", "date"]);

export function columnsOf({ markers }: KindDeclaration, log: ProblemLog): readonly object[] {
  return all(markers, "kubebuilder:printcolumn").map((marker) => {
    const { named, position } = marker;
    const type = textOf(marker, "type") ?? "";
    if (!columnTypes.has(type)) {
      log.report(
        position,
        `the marker "@kubebuilder:printcolumn" needs a type that is one of ${[...columnTypes].join(", ")}, found "${type}"`,
      );
    }
    const given = (key: string, as = key): object => (isWritten(named.get(key)) ? { [as]: named.get(key) } : {});
    return {
      ...given("description"),
      ...given("format"),
      jsonPath: named.get("JSONPath"),
      name: named.get("name"),
      ...given("priority"),
      type,
    };
  });
}

export function selectableFieldsOf({ markers }: KindDeclaration): readonly object[] {
  return all(markers, "kubebuilder:selectablefield").map(({ named }) => ({ jsonPath: named.get("JSONPath") }));
}

/** The annotations or labels of all versions. */
export function metadataOf(
  kinds: readonly KindDeclaration[],
  which: "annotations" | "labels",
  log: ProblemLog,
): readonly (readonly [string, string])[] {
  return kinds.flatMap(({ markers }) =>
    all(markers, "kubebuilder:metadata").flatMap((marker) =>
      textsOf(marker, which).flatMap((entry) => {
        const equals = entry.indexOf("=");
        if (equals > 0) return [[entry.slice(0, equals), entry.slice(equals + 1)] as const];
        log.report(marker.position, `the marker "@kubebuilder:metadata" takes ${which} as key=value, found "${entry}"`);
        return [];
      }),
    ),
  );
}

/** Whether Go writes the value to JSON with `omitempty`. */
function isWritten(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== "" && value !== 0;
}
