/** Checks of the annotations of Pods, most of which preceded fields. */
import type { FieldError, FieldPath, ObjectMeta } from "@kubewright/apimachinery";
import { field, getOwn } from "@kubewright/apimachinery";
import type { PodSpec } from "@kubewright/api/core/v1";
import type { View } from "../typed.ts";
import { checkAnnotatedTolerations, tolerationsAnnotation } from "./annotated-tolerations.ts";
import {
  appArmorNames,
  checkAnnotationMatches,
  checkAppArmorName,
  checkSeccompName,
  seccompNames,
} from "./profiles.ts";
import { containersOf } from "./spec-context.ts";

type Annotations = NonNullable<View<ObjectMeta>["annotations"]>;

/** Marks the mirror of a static Pod, which a kubelet runs from a file. */
const mirrorAnnotation = "kubernetes.io/config.mirror";
const deletionCostAnnotation = "controller.kubernetes.io/pod-deletion-cost";
export const seccompPodAnnotation = "seccomp.security.alpha.kubernetes.io/pod";
export const seccompContainerPrefix = "container.seccomp.security.alpha.kubernetes.io/";
export const appArmorPrefix = "container.apparmor.security.beta.kubernetes.io/";

export function isMirror(metadata: View<ObjectMeta> | undefined): boolean {
  return metadata?.annotations?.[mirrorAnnotation] !== undefined;
}

export function checkPodAnnotations(
  annotations: Annotations | undefined = {},
  spec: View<PodSpec>,
  path: FieldPath,
): readonly FieldError[] {
  const mirror = annotations[mirrorAnnotation];
  const appArmored = Object.entries(annotations).filter(([key]) => key.startsWith(appArmorPrefix));
  const containers = appArmored.length === 0 ? [] : [...containersOf(spec, path)];
  const names = new Set(containers.map(([{ name = "" }]) => name));
  return [
    ...(mirror === undefined || (spec.nodeName ?? "") !== ""
      ? []
      : [field.invalid(path.key(mirrorAnnotation), mirror, "must set spec.nodeName if mirror pod annotation is set")]),
    ...checkAnnotatedTolerations(annotations[tolerationsAnnotation] ?? "", path),
    ...checkDeletionCost(annotations[deletionCostAnnotation], path.key(deletionCostAnnotation)),
    ...Object.entries(annotations)
      .filter(([key]) => key === seccompPodAnnotation || key.startsWith(seccompContainerPrefix))
      .flatMap(([key, profile]) => checkSeccompName(profile, path.child(key))),
    ...appArmored.flatMap(([key, profile]) => {
      const name = key.slice(appArmorPrefix.length);
      const unknown = names.has(name) ? [] : [field.invalid(path.key(key), name, "container not found")];
      return [...unknown, ...checkAppArmorName(profile, path.key(key))];
    }),
  ];
}

const costMax = 2 ** 31;

function checkDeletionCost(cost: string | undefined, path: FieldPath): readonly FieldError[] {
  if (cost === undefined) return [];
  const isNumber = /^(?:0|-?[1-9]\d*)$/u.test(cost) && Number(cost) >= -costMax && Number(cost) < costMax;
  return isNumber ? [] : [field.invalid(path, cost, "must be a 32bit integer")];
}

/** Checks that profiles in annotations equal those in fields. */
export function checkAnnotatedProfiles(
  annotations: Annotations | undefined = {},
  spec: View<PodSpec>,
  path: FieldPath,
): readonly FieldError[] {
  if (!Object.keys(annotations).some(isAboutProfile)) return [];
  const ofPod = spec.securityContext;
  const seccompPath = path.child("securityContext", "seccompProfile");
  const containers = [...containersOf(spec, path)];
  const isWindows = spec.os?.name === "windows";
  return [
    ...checkAnnotationMatches(annotations[seccompPodAnnotation], ofPod?.seccompProfile, seccompNames, seccompPath),
    ...containers.flatMap(([{ name = "", securityContext }, at]) =>
      checkAnnotationMatches(
        annotations[`${seccompContainerPrefix}${name}`],
        securityContext?.seccompProfile,
        seccompNames,
        at.child("securityContext", "seccompProfile"),
      ),
    ),
    ...(isWindows ? [] : containers).flatMap(([{ name = "", securityContext }, at]) =>
      checkAnnotationMatches(
        annotations[`${appArmorPrefix}${name}`],
        securityContext?.appArmorProfile ?? ofPod?.appArmorProfile,
        appArmorNames,
        at.child("securityContext", "appArmorProfile"),
      ),
    ),
  ];
}

function isAboutProfile(key: string): boolean {
  return key === seccompPodAnnotation || key.startsWith(seccompContainerPrefix) || key.startsWith(appArmorPrefix);
}

/** Checks annotations that must not change after the create. */
export function checkAnnotationChange(
  next: Annotations | undefined = {},
  old: Annotations | undefined = {},
  path: FieldPath,
): readonly FieldError[] {
  const fixed: readonly (readonly [isIt: (key: string) => boolean, what: string])[] = [
    [(key) => key.startsWith(appArmorPrefix), "AppArmor annotations"],
    [(key) => key === mirrorAnnotation, "mirror pod annotation"],
  ];
  const forbid = (keys: readonly string[], how: string): readonly FieldError[] =>
    keys.flatMap((key) =>
      fixed.filter(([isIt]) => isIt(key)).map(([, what]) => field.forbidden(path.key(key), `may not ${how} ${what}`)),
    );
  const changed = Object.keys(old).filter((key) => getOwn(next, key) !== old[key]);
  const added = Object.keys(next).filter((key) => !Object.hasOwn(old, key));
  return [...forbid(changed, "remove or update"), ...forbid(added, "add")];
}
