/**
 * Seccomp profiles are those of the runtime or of the node, and the level `restricted` requires one. Before 1.19, annotations set them.
 */
import { getOwn, quoteGoString } from "@kubewright/apimachinery";
import { seccompContainerPrefix, seccompPodAnnotation } from "../../../kinds/pod/annotations.ts";
import type { Check, CheckPod, SharedSecurityContext, Violation } from "./check.ts";
import {
  containersWhere,
  counted,
  isWindows,
  nameOf,
  plural,
  quoted,
  settersWhere,
  sortedSet,
  unless,
} from "./check.ts";

const reason = "seccompProfile";
const allowedTypes: readonly string[] = ["Localhost", "RuntimeDefault"];

const limitAnnotations: CheckPod = ({ annotations, containers }) => {
  const keys = [
    seccompPodAnnotation,
    ...containers.map((container) => `${seccompContainerPrefix}${nameOf(container)}`),
  ];
  const bad = keys.flatMap((key) => {
    const value = getOwn(annotations, key);
    return value === undefined || isAllowedAnnotation(value) ? [] : [`${key}=${quoteGoString(value)}`];
  });
  const all = sortedSet(bad);
  if (all.length === 0) return undefined;
  return { reason, detail: `forbidden ${plural("annotation", all.length)} ${all.join(", ")}` };
};

function isAllowedAnnotation(value: string): boolean {
  return value === "runtime/default" || value === "docker/default" || value.startsWith("localhost/");
}

const limitFields: CheckPod = (pod) => {
  const badTypes = new Set<string>();
  const setters = settersWhere(pod, (context) => {
    const type = typeOf(context);
    if (type === undefined || allowedTypes.includes(type)) return false;
    badTypes.add(type);
    return true;
  });
  if (setters.length === 0) return undefined;
  const values = quoted(sortedSet(badTypes));
  return { reason, detail: `${setters.join(" and ")} must not set securityContext.seccompProfile.type to ${values}` };
};

const requireFields: CheckPod = (pod) => limitFields(pod) ?? missingFields(pod);

function missingFields(pod: Parameters<CheckPod>[0]): Violation | undefined {
  if (typeOf(pod.spec.securityContext) !== undefined) return undefined;
  const unset = containersWhere(pod, ({ securityContext }) => typeOf(securityContext) === undefined);
  if (unset.length === 0) return undefined;
  const values = '"RuntimeDefault" or "Localhost"';
  return {
    reason,
    detail: `pod or ${counted("container", unset)} must set securityContext.seccompProfile.type to ${values}`,
  };
}

/** `undefined` without a profile. */
function typeOf(context: SharedSecurityContext | undefined): string | undefined {
  const profile = context?.seccompProfile;
  return profile && (profile.type ?? "");
}

export const seccompProfileBaseline: Check = {
  id: "seccompProfile_baseline",
  level: "baseline",
  versions: [
    { since: 0, check: limitAnnotations },
    { since: 19, check: limitFields },
  ],
};

const overrides = "seccompProfile_baseline";

export const seccompProfileRestricted: Check = {
  id: "seccompProfile_restricted",
  level: "restricted",
  versions: [
    { since: 19, check: requireFields, overrides },
    { since: 25, check: unless(isWindows, requireFields), overrides },
  ],
};
