/** Warnings about Pods and Pod templates: deprecated fields, and fields with no or an unexpected effect. */
import { fieldPath, quoteGoString, repeatedIndexes } from "@kubewright/apimachinery";
import type { FieldPath, ObjectMeta } from "@kubewright/apimachinery";
import type { PodSpec, Volume } from "@kubewright/api/core/v1";
import { ipWarnings } from "../ip/ip-checks.ts";
import { fieldWarning } from "../field-warning.ts";
import { deprecatedLabels, nodeTermWarnings } from "../node-label-warnings.ts";
import type { View } from "../typed.ts";
import { containerWarnings, portWarnings } from "./container-warnings.ts";
import { bytesOf, fractionWarning } from "../fraction-warnings.ts";
import { overlapWarnings } from "./overlapping-paths.ts";

interface PodLike {
  readonly metadata?: View<ObjectMeta>;
  readonly spec?: View<PodSpec>;
}

/** `path` is that of a template, absent for a Pod itself. */
export function podWarnings({ metadata = {}, spec = {} }: PodLike, path?: FieldPath): readonly string[] {
  const annotations = metadata.annotations ?? {};
  const annotationsPath = path?.child("metadata", "annotations") ?? fieldPath("metadata", "annotations");
  const specPath = path?.child("spec") ?? fieldPath("spec");
  return [
    ...placementWarnings(spec, specPath),
    ...deprecatedAnnotations
      .filter(([key]) => annotations[key] !== undefined)
      .map(([key, text]) => fieldWarning(annotationsPath.key(key), text)),
    ...(spec.volumes ?? []).flatMap((volume, index) => volumeWarnings(volume, specPath.child("volumes").index(index))),
    ...overlapWarnings(spec.volumes ?? []),
    ...repetitionWarnings(spec, specPath),
    ...bytesOf.flatMap((resource) =>
      fractionWarning(spec.overhead?.[resource], specPath.child("overhead").key(resource)),
    ),
    ...(annotations[seccompAnnotation] === undefined || spec.securityContext?.seccompProfile !== undefined
      ? []
      : [fieldWarning(annotationsPath.key(seccompAnnotation), seccompText)]),
    ...containerWarnings({ spec, specPath, annotations, annotationsPath, inTemplate: path !== undefined }),
    ...portWarnings(spec, specPath),
    ...((spec.terminationGracePeriodSeconds ?? 0) < 0
      ? [
          fieldWarning(
            specPath.child("terminationGracePeriodSeconds"),
            "must be >= 0; negative values are invalid and will be treated as 1",
          ),
        ]
      : []),
    ...affinityWarnings(spec, specPath.child("affinity")),
    ...(spec.dnsConfig?.nameservers ?? []).flatMap((address, index) =>
      ipWarnings(address, specPath.child("dnsConfig", "nameservers").index(index)),
    ),
    ...(spec.hostAliases ?? []).flatMap(({ ip = "" }, index) =>
      ipWarnings(ip, specPath.child("hostAliases").index(index).child("ip")),
    ),
  ];
}

const seccompAnnotation = "seccomp.security.alpha.kubernetes.io/pod";
const seccompText = 'non-functional in v1.27+; use the "seccompProfile" field instead';

const deprecatedAnnotations: readonly (readonly [key: string, text: string])[] = [
  ["scheduler.alpha.kubernetes.io/critical-pod", 'non-functional in v1.16+; use the "priorityClassName" field instead'],
  ["security.alpha.kubernetes.io/sysctls", 'non-functional in v1.11+; use the "sysctls" field instead'],
  ["security.alpha.kubernetes.io/unsafe-sysctls", 'non-functional in v1.11+; use the "sysctls" field instead'],
];

function placementWarnings(spec: View<PodSpec>, path: FieldPath): readonly string[] {
  const affinity = spec.affinity?.nodeAffinity;
  const at = path.child("affinity", "nodeAffinity");
  const required = affinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const preferred = affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  return [
    ...Object.keys(spec.nodeSelector ?? {}).flatMap((key) => {
      const text = deprecatedLabels.get(key);
      return text === undefined ? [] : [fieldWarning(path.child("nodeSelector").key(key), text)];
    }),
    ...required.flatMap((term, index) =>
      nodeTermWarnings(
        term,
        at.child("requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms").index(index),
        {
          withValues: false,
        },
      ),
    ),
    ...preferred.flatMap(({ preference = {} }, index) =>
      nodeTermWarnings(
        preference,
        at.child("preferredDuringSchedulingIgnoredDuringExecution").index(index).child("preference"),
        { withValues: true },
      ),
    ),
    ...(spec.topologySpreadConstraints ?? []).flatMap(({ topologyKey = "", labelSelector }, index) => {
      const constraint = path.child("topologySpreadConstraints").index(index);
      const text = deprecatedLabels.get(topologyKey);
      return [
        ...(text === undefined ? [] : [fieldWarning(constraint.child("topologyKey"), `${topologyKey} is ${text}`)]),
        ...(labelSelector === undefined ? [noSelector(constraint)] : []),
      ];
    }),
  ];
}

function noSelector(path: FieldPath): string {
  return fieldWarning(path.child("labelSelector"), "a null labelSelector results in matching no pod");
}

const deprecatedVolumes: readonly (readonly [source: keyof Volume, shownAs: string, text: string])[] = [
  ["photonPersistentDisk", "photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+"],
  ["gitRepo", "gitRepo", "deprecated in v1.11, and disabled by default in v1.33+"],
  ["scaleIO", "scaleIO", "deprecated in v1.16, non-functional in v1.22+"],
  ["flocker", "flocker", "deprecated in v1.22, non-functional in v1.25+"],
  ["storageos", "storageOS", "deprecated in v1.22, non-functional in v1.25+"],
  ["quobyte", "quobyte", "deprecated in v1.22, non-functional in v1.25+"],
  ["glusterfs", "glusterfs", "deprecated in v1.25, non-functional in v1.26+"],
  ["cephfs", "cephfs", "deprecated in v1.28, non-functional in v1.31+"],
  ["rbd", "rbd", "deprecated in v1.28, non-functional in v1.31+"],
];

function volumeWarnings(volume: View<Volume>, path: FieldPath): readonly string[] {
  const storage = volume.ephemeral?.volumeClaimTemplate?.spec?.resources?.requests?.["storage"];
  const claimPath = path.child("ephemeral", "volumeClaimTemplate", "spec", "resources", "requests");
  return [
    ...deprecatedVolumes
      .filter(([source]) => volume[source] !== undefined)
      .map(([, shownAs, text]) => fieldWarning(path.child(shownAs), text)),
    ...fractionWarning(storage, claimPath.key("storage")),
  ];
}

function repetitionWarnings(spec: View<PodSpec>, path: FieldPath): readonly string[] {
  const addresses = (spec.hostAliases ?? []).map(({ ip = "" }) => ip);
  const secrets = (spec.imagePullSecrets ?? []).map(({ name = "" }) => name);
  const repeated = (values: readonly string[], at: FieldPath, name: string): readonly string[] =>
    [...repeatedIndexes(values)].map((index) =>
      fieldWarning(at.index(index).child(name), `duplicate ${name} ${quoteGoString(values[index] ?? "")}`),
    );
  return [
    ...repeated(addresses, path.child("hostAliases"), "ip"),
    ...repeated(secrets, path.child("imagePullSecrets"), "name"),
    ...secrets.flatMap((name, index) =>
      name === ""
        ? [fieldWarning(path.child("imagePullSecrets").index(index).child("name"), 'invalid empty name ""')]
        : [],
    ),
  ];
}

function affinityWarnings({ affinity }: View<PodSpec>, path: FieldPath): readonly string[] {
  return (["podAffinity", "podAntiAffinity"] as const).flatMap((kind) => [
    ...(affinity?.[kind]?.requiredDuringSchedulingIgnoredDuringExecution ?? []).flatMap((term, index) =>
      term.labelSelector === undefined
        ? [noSelector(path.child(kind, "requiredDuringSchedulingIgnoredDuringExecution").index(index))]
        : [],
    ),
    ...(affinity?.[kind]?.preferredDuringSchedulingIgnoredDuringExecution ?? []).flatMap((term, index) => {
      const at = path.child(kind, "preferredDuringSchedulingIgnoredDuringExecution").index(index);
      return term.podAffinityTerm?.labelSelector === undefined ? [noSelector(at.child("podAffinityTerm"))] : [];
    }),
  ]);
}
