/** Warnings about containers: annotations instead of fields, variables that hide others, duplicate ports. */
import { isDeepEqual, quoteGoString } from "@kubewright/apimachinery";
import type { FieldPath } from "@kubewright/apimachinery";
import type { ContainerPort, EnvVar, PodSpec } from "@kubewright/api/core/v1";
import { fieldWarning } from "../field-warning.ts";
import type { View } from "../typed.ts";
import { appArmorPrefix } from "./annotations.ts";
import { profileOf } from "./app-armor.ts";
import { bytesOf, fractionWarning } from "../fraction-warnings.ts";
import { containersOf } from "./spec-context.ts";

export interface WarnedPod {
  readonly spec: View<PodSpec>;
  readonly specPath: FieldPath;
  readonly annotations: { readonly [key: string]: string };
  readonly annotationsPath: FieldPath;
  /** Templates have warnings about AppArmor annotations. Those of a Pod are reported where they become fields. */
  readonly inTemplate: boolean;
}

const seccompPrefix = "container.seccomp.security.alpha.kubernetes.io/";

export function containerWarnings({
  spec,
  specPath,
  annotations,
  annotationsPath,
  inTemplate,
}: WarnedPod): readonly string[] {
  return [...containersOf(spec, specPath)].flatMap(([{ name = "", securityContext, resources, env = [] }, path]) => {
    const warnings: string[] = [];
    const seccompKey = `${seccompPrefix}${name}`;
    if (annotations[seccompKey] !== undefined && securityContext?.seccompProfile === undefined) {
      const text = 'non-functional in v1.27+; use the "seccompProfile" field instead';
      warnings.push(fieldWarning(annotationsPath.key(seccompKey), text));
    }
    const appArmorKey = `${appArmorPrefix}${name}`;
    const appArmor = annotations[appArmorKey];
    if (inTemplate && appArmor !== undefined && securityContext?.appArmorProfile === undefined) {
      const ofPod = spec.securityContext?.appArmorProfile;
      if (ofPod === undefined || !isDeepEqual(ofPod, profileOf(appArmor))) {
        const text = 'deprecated since v1.30; use the "appArmorProfile" field instead';
        warnings.push(fieldWarning(annotationsPath.key(appArmorKey), text));
      }
    }
    return [
      ...warnings,
      ...bytesOf.flatMap((resource) =>
        (["limits", "requests"] as const).flatMap((kind) =>
          fractionWarning(resources?.[kind]?.[resource], path.child("resources", kind).key(resource)),
        ),
      ),
      ...environmentWarnings(env, path.child("env")),
    ];
  });
}

/** Warns about a variable that hides an earlier one of the same name without referencing it. */
function environmentWarnings(variables: readonly View<EnvVar>[], path: FieldPath): readonly string[] {
  const names = new Set<string>();
  return variables.flatMap(({ name = "", value = "", valueFrom }, index) => {
    const isFirst = !names.has(name);
    names.add(name);
    const itself = `$(${name})`;
    const buildsUpon = valueFrom === undefined && value !== itself && value.includes(itself);
    if (isFirst || buildsUpon) return [];
    const text = `hides previous definition of ${quoteGoString(name)}, which may be dropped when using apply`;
    return [fieldWarning(path.index(index), text)];
  });
}

interface Placed {
  readonly path: FieldPath;
  readonly port: View<ContainerPort>;
}

/** The maximum number of ports that are compared, which bounds the work. */
const comparedMax = 1000;

export function portWarnings(spec: View<PodSpec>, specPath: FieldPath): readonly string[] {
  const ports: readonly Placed[] = [...containersOf(spec, specPath)].flatMap(([container, path]) =>
    (container.ports ?? []).map((port, index) => ({ path: path.child("ports").index(index), port })),
  );
  const named = new Map<string, FieldPath>();
  return [
    ...ports.flatMap((placed, index) => [
      ...(placed.port.hostIP !== undefined && (placed.port.hostPort ?? 0) === 0
        ? [fieldWarning(placed.path, `hostIP set without hostPort: ${portInGo(placed.port)}`)]
        : []),
      ...(index < comparedMax ? ports.slice(0, index) : []).flatMap((other) => overlapOf(placed, other)),
    ]),
    ...ports.flatMap(({ path, port: { name = "" } }) => {
      if (name === "") return [];
      const first = named.get(name);
      if (first === undefined) {
        named.set(name, path);
        return [];
      }
      const use = `services and probes that select ports by name will use ${first.toString()}`;
      return [fieldWarning(path, `duplicate port name ${quoteGoString(name)} with ${first.toString()}, ${use}`)];
    }),
  ];
}

function overlapOf({ path, port }: Placed, other: Placed): readonly string[] {
  if (port.containerPort !== other.port.containerPort || port.protocol !== other.port.protocol) return [];
  const [hostPort, otherHostPort] = [port.hostPort ?? 0, other.port.hostPort ?? 0];
  const [hostIP, otherHostIP] = [port.hostIP ?? "", other.port.hostIP ?? ""];
  const found = (what: string): readonly string[] => [
    fieldWarning(path, `${what} port definition with ${other.path.toString()}`),
  ];
  if (hostIP === otherHostIP && hostPort === otherHostPort) return found("duplicate");
  if (hostPort === 0 || otherHostPort === 0) return found("overlapping");
  const isAmbiguous = hostPort === otherHostPort && (hostIP === "") !== (otherHostIP === "");
  return isAmbiguous ? found("dangerously ambiguous") : [];
}

/** As Go prints a struct. */
function portInGo({ name = "", hostPort = 0, containerPort = 0, protocol, hostIP = "" }: View<ContainerPort>): string {
  return `{Name:${name} HostPort:${hostPort} ContainerPort:${containerPort} Protocol:${protocol ?? ""} HostIP:${hostIP}}`;
}
