/**
 * The Pod of a workspace, and what its Pod says of it.
 *
 * The Pod is built from the fields of the request one by one, and keeps to the restricted Pod Security profile, so no request makes a
 * privileged one.
 */
import { createHash } from "node:crypto";
import type { Container, Pod } from "@kubewright/api/core/v1";
import { isTerminating, parseQuantity, quantityValue } from "@kubewright/apimachinery";
import type { ObjectKey, Stored } from "@kubewright/apimachinery";
import type { PodInfo__Output as PodInfo } from "./pb/zz_generated/pb/PodInfo.ts";
import type { PodSpaceInfo__Output as PodSpaceInfo } from "./pb/zz_generated/pb/PodSpaceInfo.ts";
import type { ResourceLimit__Output as ResourceLimit } from "./pb/zz_generated/pb/ResourceLimit.ts";
import { invalid } from "./space-policy.ts";

/** The label of every workspace; a Pod without it is none of ours. */
export const spaceLabel: { readonly kind: string } = { kind: "cloud-ide" };

/** Holds `requestHash` of the call that made the Pod, so that the same call, made again, knows its own. */
export const requestAnnotation = "cloud-ide.kubewright.dev/request";

/**
 * The Pod that a request asks for.
 *
 * @throws {SpaceError} when the port or a limit cannot be used.
 */
export function podFor(key: ObjectKey, info: PodInfo, caller: string): Pod {
  if (info.port < 1 || info.port > 65_535) throw invalid("port", info.port, "must be from 1 to 65535");
  const limits = limitsFrom(info.resourceLimit);
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { ...key, labels: spaceLabel, annotations: { [requestAnnotation]: requestHash(key, info, caller) } },
    spec: {
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
      containers: [
        {
          name: key.name,
          image: info.image,
          imagePullPolicy: "IfNotPresent",
          ports: [{ containerPort: info.port }],
          ...(limits ? { resources: { limits } } : {}),
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } },
        },
      ],
    },
  };
}

/** What makes two calls the same: who calls, and everything asked for. */
function requestHash(key: ObjectKey, info: PodInfo, caller: string): string {
  const { cpu = "", Memory = "", Storage = "" } = info.resourceLimit ?? {};
  const parts = [caller, key.namespace, key.name, info.image, info.port, cpu, Memory, Storage];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

type Limits = NonNullable<NonNullable<Container["resources"]>["limits"]>;

function limitsFrom(limit: ResourceLimit | null): Limits | undefined {
  const limits: Record<string, string> = {};
  for (const [field, resource] of [
    ["cpu", "cpu"],
    ["Memory", "memory"],
    ["Storage", "ephemeral-storage"],
  ] as const) {
    const text = limit?.[field] ?? "";
    if (text !== "") limits[resource] = checkedQuantity(`resourceLimit.${field}`, text);
  }
  return Object.keys(limits).length === 0 ? undefined : limits;
}

function checkedQuantity(field: string, text: string): string {
  const wanted = 'must be a quantity above zero, such as "500m" or "512Mi"';
  try {
    if (quantityValue(parseQuantity(text)) > 0n) return text;
  } catch (error) {
    throw invalid(field, text, wanted, { cause: error });
  }
  throw invalid(field, text, wanted);
}

/** What a Pod is to those who wait until it runs. Only what is not `starting` ends the wait. */
export type SpaceState = "starting" | "running" | "ended" | "deleted";

export function spaceState(pod: Pod): SpaceState {
  if (isTerminating(pod)) return "deleted";
  const phase = pod.status?.phase;
  if (phase === "Running") return "running";
  return phase === "Succeeded" || phase === "Failed" ? "ended" : "starting";
}

/** Whether a Pod is a workspace. */
export function isSpace(pod: Pod): boolean {
  return pod.metadata?.labels?.["kind"] === spaceLabel.kind;
}

/** Whether `pod` was made by the same call that asks for `wanted`. */
export function isMadeBySameCall(pod: Pod, wanted: Pod): boolean {
  const hash = wanted.metadata?.annotations?.[requestAnnotation];
  return isSpace(pod) && hash !== undefined && pod.metadata?.annotations?.[requestAnnotation] === hash;
}

/** Where a workspace is reached; what is not known yet is empty. */
export function spaceInfoOf(pod: Stored<Pod>): PodSpaceInfo {
  return {
    nodeName: pod.spec?.nodeName ?? "",
    ip: pod.status?.podIP ?? "",
    port: pod.spec?.containers[0]?.ports?.[0]?.containerPort ?? 0,
  };
}
