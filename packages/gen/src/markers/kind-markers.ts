/** Markers for kinds: their resource, versions, columns and subresources. */
import type { JsonValue } from "@kubewright/apimachinery";

import { textOf, textsOf } from "./apply-effects.ts";
import type { Complaint, EffectOn, KeyValues, Marker, MarkerRecord } from "./marker.ts";
import { optional, text, texts } from "./marker.ts";
import { argument, quoted } from "./print-marker.ts";

/** A record for a kind whose effect is on `kind`. */
function record(name: string, help: string, kind: EffectOn<"kind">, rest: Partial<MarkerRecord> = {}): MarkerRecord {
  return { name: `kubebuilder:${name}`, targets: ["type"], category: "CRD", help, effect: { kind }, ...rest };
}

/** A complaint about a path that the API server would reject. */
function pathFault(marker: Marker, name: string, fits: RegExp, expected: string): Complaint | undefined {
  const path = textOf(marker, name);
  if (path === undefined || fits.test(path)) return undefined;
  return { complaint: `has ${name} "${path}": expected ${expected}` };
}

const resource: MarkerRecord = record(
  "resource",
  "The names and the scope of the resource.",
  (facts, marker) => {
    const scope = textOf(marker, "scope") ?? "Namespaced";
    if (scope !== "Namespaced" && scope !== "Cluster") {
      return { complaint: `has scope "${scope}": expected Namespaced or Cluster` };
    }
    const names = {
      plural: textOf(marker, "path"),
      singular: textOf(marker, "singular"),
      shortNames: textsOf(marker, "shortName"),
      categories: textsOf(marker, "categories"),
    };
    return { ...facts, resource: { ...names, scope } };
  },
  {
    example: ":path=myjobs,shortName=mj,categories=all,scope=Cluster",
    named: {
      path: optional(text("The plural, in lower case. Default: derived from the kind.")),
      shortName: optional(texts("Short names for kubectl, separated by semicolons.")),
      categories: optional(texts("The categories of the resource, such as all.")),
      singular: optional(text("The singular. Default: the kind in lower case.")),
      scope: optional(text("Namespaced (the default) or Cluster.")),
    },
    fromDefinition: ({ names, scope }) => [
      [
        `path=${quoted(names.plural)}`,
        `scope=${scope}`,
        ...(names.shortNames.length === 0 ? [] : [`shortName=${argument(names.shortNames)}`]),
        ...(names.categories.length === 0 ? [] : [`categories=${argument(names.categories)}`]),
        ...(names.singular === names.kind.toLowerCase() ? [] : [`singular=${quoted(names.singular)}`]),
      ].join(","),
    ],
  },
);

const scale: MarkerRecord = record(
  "subresource:scale",
  "Enables the scale subresource, for kubectl scale and autoscalers.",
  (facts, marker) => {
    const fault =
      pathFault(marker, "specpath", /^\.spec(?:\.[A-Za-z_][\w-]*)+$/, "a path below .spec, such as .spec.replicas") ??
      pathFault(
        marker,
        "statuspath",
        /^\.status(?:\.[A-Za-z_][\w-]*)+$/,
        "a path below .status, such as .status.replicas",
      ) ??
      pathFault(marker, "selectorpath", /^\.(?:spec|status)(?:\.[A-Za-z_][\w-]*)+$/, "a path below .spec or .status");
    if (fault !== undefined) return fault;
    const labelSelectorPath = textOf(marker, "selectorpath");
    const paths = {
      ...(labelSelectorPath !== undefined && { labelSelectorPath }),
      specReplicasPath: textOf(marker, "specpath") ?? "",
      statusReplicasPath: textOf(marker, "statuspath") ?? "",
    };
    return { ...facts, scale: paths };
  },
  {
    example: ":specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector",
    named: {
      specpath: text("The JSON path of the desired number of replicas."),
      statuspath: text("The JSON path of the actual number of replicas."),
      selectorpath: optional(text("The JSON path of the label selector of the Pods, as a string.")),
    },
    fromDefinition: (_definition, { scale: paths }) =>
      paths === undefined
        ? []
        : [
            {
              specpath: paths.specReplicasPath,
              statuspath: paths.statusReplicasPath,
              selectorpath: paths.labelSelectorPath,
            },
          ],
  },
);

const columnTypes: readonly string[] = ["integer", "number", "string", "boolean", "date"];

const printcolumn: MarkerRecord = record(
  "printcolumn",
  "Adds a column to kubectl get.",
  (facts, marker) => {
    const type = textOf(marker, "type") ?? "";
    if (!columnTypes.includes(type)) {
      return { complaint: `needs a type that is one of ${columnTypes.join(", ")}, found "${type}"` };
    }
    const fault = pathFault(marker, "JSONPath", /^\./, "a path that begins with a dot, such as .spec.phase");
    if (fault !== undefined) return fault;
    const [description, format, priority] = [
      textOf(marker, "description"),
      textOf(marker, "format"),
      Number(marker.named.get("priority") ?? 0),
    ];
    const column = {
      ...(description !== undefined && { description }),
      ...(format !== undefined && { format }),
      jsonPath: textOf(marker, "JSONPath") ?? "",
      name: textOf(marker, "name") ?? "",
      ...(priority !== 0 && { priority }),
      type,
    };
    return { ...facts, columns: [...facts.columns, column] };
  },
  {
    example: ':name="Phase",type=string,JSONPath=`.status.phase`',
    named: {
      name: text("The title of the column."),
      type: text("integer, number, string, boolean or date."),
      JSONPath: text("The path of the value in the object."),
      description: optional(text("The description of the column.")),
      format: optional(text("An OpenAPI format of the type.")),
      priority: { type: "int", optional: true, help: "Columns above 0 are shown only with -o wide." },
    },
    fromDefinition: (_definition, { columns }) =>
      columns.map(({ jsonPath, ...column }) => ({ ...column, JSONPath: jsonPath })),
  },
);

const metadata: MarkerRecord = record(
  "metadata",
  "Annotations and labels of the CRD.",
  (facts, marker) => {
    const entries = (which: "annotations" | "labels"): KeyValues =>
      textsOf(marker, which).map((entry) => [entry.replace(/=.*/s, ""), entry.replace(/^[^=]*=?/, "")]);
    for (const which of ["annotations", "labels"] as const) {
      const wrong = textsOf(marker, which).find((entry) => entry.indexOf("=") < 1);
      if (wrong !== undefined) return { complaint: `takes ${which} as key=value, found "${wrong}"` };
    }
    return {
      ...facts,
      annotations: [...facts.annotations, ...entries("annotations")],
      labels: [...facts.labels, ...entries("labels")],
    };
  },
  {
    example: `:annotations="example.com/team=jobs",labels="app=myjob"`,
    named: {
      annotations: optional(texts("key=value, separated by semicolons.")),
      labels: optional(texts("key=value, separated by semicolons.")),
    },
  },
);

const selectablefield: MarkerRecord = record(
  "selectablefield",
  "Adds a field that field selectors may use.",
  (facts, marker) =>
    // The API server accepts only names, each with a leading dot.
    pathFault(
      marker,
      "JSONPath",
      /^(?:\.[A-Za-z_][\w-]*)+$/,
      "names with dots in front of them, such as .spec.phase",
    ) ?? {
      ...facts,
      selectableFields: [...facts.selectableFields, textOf(marker, "JSONPath") ?? ""],
    },
  {
    example: ":JSONPath=`.spec.phase`",
    named: { JSONPath: text("The path of the field in the object.") },
    fromDefinition: (_definition, { selectableFields }) => selectableFields.map((path) => ({ JSONPath: path })),
  },
);

/** A way back to a marker without arguments. */
const when = (isWanted: boolean): readonly JsonValue[] => (isWanted ? [true] : []);

export const kindMarkers: readonly MarkerRecord[] = [
  record(
    "object:root",
    "The type is a kind: it gets a CRD and a descriptor.",
    (facts, { value }) => ({ ...facts, isRoot: value === true }),
    {
      category: "object",
      value: "bool",
      fromDefinition: () => [true],
    },
  ),
  resource,
  record("subresource:status", "Enables the status subresource.", (facts) => ({ ...facts, status: true }), {
    fromDefinition: (_definition, { status }) => when(status),
  }),
  scale,
  record("storageversion", "Objects are stored in this version.", (facts) => ({ ...facts, storage: true }), {
    fromDefinition: ({ versions }, { storage }) => when(storage && versions.length > 1),
  }),
  record("skipversion", "Leaves this version out of the CRD.", (facts) => ({ ...facts, isSkipped: true })),
  record("unservedversion", "The API server does not serve this version.", (facts) => ({ ...facts, served: false }), {
    fromDefinition: (_definition, { served }) => when(!served),
  }),
  record(
    "deprecatedversion",
    "Marks the version as deprecated: clients get a warning.",
    (facts, marker) => {
      const deprecationWarning = textOf(marker, "warning");
      return { ...facts, deprecated: true, ...(deprecationWarning !== undefined && { deprecationWarning }) };
    },
    {
      example: `:warning="example.com/v1alpha1 MyJob is deprecated; use v1"`,
      named: { warning: optional(text("The message of the warning.")) },
      fromDefinition: (_definition, { deprecated, deprecationWarning }) =>
        deprecated ? [{ warning: deprecationWarning }] : [],
    },
  ),
  printcolumn,
  metadata,
  selectablefield,
];
