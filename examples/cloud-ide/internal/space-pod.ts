/**
 * The Pod of a workspace, and the state of a workspace by its Pod.
 *
 * The Pod contains the fields of the request and nothing else of it, and meets the restricted Pod Security profile, so no request creates a
 * privileged Pod.
 */
import { createHash } from "node:crypto";
import type { Container, Pod } from "@kubewright/api/core/v1";
import { isTerminating, parseQuantity, quantityValue } from "@kubewright/apimachinery";
import type { ObjectKey, Stored } from "@kubewright/apimachinery";
import type { PodInfo__Output as PodInfo } from "./pb/zz_generated/pb/PodInfo.ts";
import type { PodSpaceInfo__Output as PodSpaceInfo } from "./pb/zz_generated/pb/PodSpaceInfo.ts";
import type { ResourceLimit__Output as ResourceLimit } from "./pb/zz_generated/pb/ResourceLimit.ts";
import { invalid } from "./space-policy.ts";

/** The label of every workspace. Other Pods are ignored. */
export const spaceLabel: { readonly kind: string } = { kind: "cloud-ide" };

/** Has the `requestHash` of the call that created the Pod, so that a repeated call finds its Pod. */
export const requestAnnotation = "cloud-ide.kubewright.dev/request";

/**
 * The Pod for a request.
 *
 * @throws {SpaceError} if the port or a limit is invalid.
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

/** Two calls are the same if the caller and all fields of the request are equal. */
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
  const expected = 'must be a quantity above zero, such as "500m" or "512Mi"';
  try {
    if (quantityValue(parseQuantity(text)) > 0n) return text;
  } catch (error) {
    throw invalid(field, text, expected, { cause: error });
  }
  throw invalid(field, text, expected);
}

/** The state of a workspace. A wait ends once it is not `starting`. */
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

/** Whether the call that created `pod` is the call that creates `desired`. */
export function isOfSameCall(pod: Pod, desired: Pod): boolean {
  const hash = desired.metadata?.annotations?.[requestAnnotation];
  return isSpace(pod) && hash !== undefined && pod.metadata?.annotations?.[requestAnnotation] === hash;
}

/** The address of a workspace. Fields that are not known yet are empty. */
export function spaceInfoOf(pod: Stored<Pod>): PodSpaceInfo {
  return {
    nodeName: pod.spec?.nodeName ?? "",
    ip: pod.status?.podIP ?? "",
    port: pod.spec?.containers[0]?.ports?.[0]?.containerPort ?? 0,
  };
}
