/** Markers for folders: their group, version and permissions; and for the code that is generated from them or from one kind. */
import { textOf, textsOf } from "./apply-effects.ts";
import type { CodeFacts, EffectOn, MarkerRecord } from "./marker.ts";
import { optional, text, texts } from "./marker.ts";
import { valueText } from "./schema-effects.ts";

function folderMarker(
  name: string,
  help: string,
  folder: EffectOn<"folder">,
  rest: Partial<MarkerRecord> = {},
): MarkerRecord {
  return { name, targets: ["package"], category: "CRD", help, effect: { folder }, ...rest };
}

/** Whether code is generated for the kinds of a folder, or for one. */
function codeMarker(
  name: string,
  what: string,
  fact: keyof CodeFacts,
  category: MarkerRecord["category"] = "object",
): MarkerRecord {
  const help = `Whether ${what} are generated. Default: true.`;
  const code: EffectOn<"code"> = (facts, { value }) => ({ ...facts, [fact]: value !== false });
  return { name, targets: ["package", "type"], category, value: "bool", help, effect: { code } };
}

const rbac: MarkerRecord = folderMarker(
  "kubebuilder:rbac",
  "Adds a rule to the role of the program.",
  (facts, marker) => {
    const rule = {
      groups: textsOf(marker, "groups"),
      resources: textsOf(marker, "resources"),
      resourceNames: textsOf(marker, "resourceNames"),
      urls: textsOf(marker, "urls"),
      verbs: textsOf(marker, "verbs"),
    };
    const role = { namespace: textOf(marker, "namespace") ?? "", roleName: textOf(marker, "roleName") };
    return { ...facts, rules: [...facts.rules, { rule, ...role, position: marker.position }] };
  },
  {
    category: "RBAC",
    example: ":groups=example.com,resources=myjobs;myjobs/status,verbs=get;list;watch",
    named: {
      groups: optional(texts('API groups; core or "" is the core group.')),
      resources: optional(texts("Resources and subresources, such as pods/log.")),
      resourceNames: optional(texts("Names of objects. Default: all objects.")),
      verbs: texts("Verbs, such as get, list, watch, create, update, patch and delete."),
      urls: optional(texts("Non-resource URLs, such as /metrics.")),
      namespace: optional(text("Adds the rule to a Role in this namespace instead of a ClusterRole.")),
      roleName: optional(text("The role of the rule. Default: the role of the generator.")),
    },
  },
);

export const folderMarkers: readonly MarkerRecord[] = [
  folderMarker(
    "groupName",
    "The API group of the types in this folder.",
    (facts, { value }) => ({ group: valueText(value), ...facts }),
    { value: "string", example: "=example.com" },
  ),
  folderMarker(
    "versionName",
    "The API version of the types in this folder. Default: the name of the folder.",
    (facts, { value }) => ({ version: valueText(value), ...facts }),
    { value: "string", example: "=v1alpha1" },
  ),
  folderMarker("kubebuilder:skip", "Generates nothing from the types in this folder.", (facts) => ({
    ...facts,
    isSkipped: true,
  })),
];

const nothingToCopy = "JSON objects need no generated code for copies";

export const codeMarkers: readonly MarkerRecord[] = [
  codeMarker("kubebuilder:object:generate", "descriptors", "descriptor"),
  codeMarker("k8s:conversion-gen", "conversions to and from the storage version", "conversion"),
  {
    name: "k8s:deepcopy-gen",
    targets: ["package", "type"],
    category: "object",
    value: "raw",
    help: "Generates code for copies in Go.",
    effect: { none: nothingToCopy },
  },
  {
    name: "k8s:deepcopy-gen:interfaces",
    targets: ["type"],
    category: "object",
    value: "string",
    help: "Generates code for copies in Go.",
    effect: { none: nothingToCopy },
  },
  codeMarker("kubebuilder:ac:generate", "apply configurations", "applyConfiguration", "applyconfiguration"),
  folderMarker(
    "kubebuilder:ac:output:package",
    "The folder for apply configurations, relative to this one. Default: applyconfiguration.",
    (facts, { value, position }) => ({ ...facts, applyConfigurations: { path: `./${valueText(value)}`, position } }),
    { category: "applyconfiguration", value: "string" },
  ),
];

export const rbacMarkers: readonly MarkerRecord[] = [rbac];
