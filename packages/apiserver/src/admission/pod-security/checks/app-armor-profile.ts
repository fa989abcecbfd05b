/** AppArmor profiles, as fields or as annotations, are those of the runtime or of the node. */
import { quoteGoString } from "@kubewright/apimachinery";
import { appArmorPrefix } from "../../../kinds/pod/annotations.ts";
import type { Check, CheckPod } from "./check.ts";
import { plural, quoted, settersWhere, sortedSet } from "./check.ts";

const allowedTypes: readonly string[] = ["RuntimeDefault", "Localhost"];

const limitProfiles: CheckPod = (pod) => {
  const badTypes = new Set<string>();
  const setters = settersWhere(pod, ({ appArmorProfile }) => {
    const type = appArmorProfile && (appArmorProfile.type ?? "");
    if (type === undefined || allowedTypes.includes(type)) return false;
    badTypes.add(type);
    return true;
  });
  const annotations = Object.entries(pod.annotations)
    .filter(([key, value]) => key.startsWith(appArmorPrefix) && !isAllowedAnnotation(value))
    .map(([key, value]) => `${key}=${quoteGoString(value)}`);
  if (setters.length === 0 && annotations.length === 0) return undefined;

  const values = [...sortedSet(badTypes), ...annotations.toSorted()];
  const all = annotations.length === 0 ? setters : [...setters, plural("annotation", annotations.length)];
  return {
    reason: plural("forbidden AppArmor profile", values.length),
    detail: `${all.join(" and ")} must not set AppArmor profile type to ${quoted(values)}`,
  };
};

function isAllowedAnnotation(profile: string): boolean {
  return profile === "" || profile === "runtime/default" || profile.startsWith("localhost/");
}

export const appArmorProfile: Check = {
  id: "appArmorProfile",
  level: "baseline",
  versions: [{ since: 0, check: limitProfiles }],
};
