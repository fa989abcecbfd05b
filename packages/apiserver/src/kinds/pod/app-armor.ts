/** AppArmor profiles were annotations before they were fields. An annotation sets the field of its container. */
import { isDeepEqual } from "@kubewright/apimachinery";
import type { AppArmorProfile, Pod } from "@kubewright/api/core/v1";
import type { Draft } from "../typed.ts";
import { appArmorPrefix } from "./annotations.ts";

/** Sets the fields of a new Pod, and warns of annotations that have an effect. */
export function applyAppArmorAnnotations(pod: Draft<Pod>, warn: (text: string) => void): void {
  const { spec = {}, metadata } = pod;
  if (spec.os?.name === "windows") return;
  const ofPod = spec.securityContext?.appArmorProfile;
  for (const container of [...(spec.initContainers ?? []), ...(spec.containers ?? [])]) {
    const key = `${appArmorPrefix}${container.name ?? ""}`;
    const annotation = metadata?.annotations?.[key];
    if (annotation === undefined || container.securityContext?.appArmorProfile !== undefined) continue;
    const profile = profileOf(annotation);
    if (profile !== undefined && isDeepEqual(profile, ofPod)) continue;
    if (profile !== undefined) (container.securityContext ??= {}).appArmorProfile = profile;
    warn(`metadata.annotations[${key}]: deprecated since v1.30; use the "appArmorProfile" field instead`);
  }
}

const localPrefix = "localhost/";

/** `undefined` if the field cannot represent the annotation. */
export function profileOf(annotation: string): AppArmorProfile | undefined {
  if (annotation === "unconfined") return { type: "Unconfined" };
  if (annotation === "runtime/default") return { type: "RuntimeDefault" };
  const local = annotation.startsWith(localPrefix) ? annotation.slice(localPrefix.length) : "";
  return local === "" || local !== local.trim() ? undefined : { type: "Localhost", localhostProfile: local };
}
