/**
 * Node ports of one write: those that a Service requests, and those that it needs. A dry run allocates nothing and shows ports outside
 * of the range. https://kubernetes.io/docs/concepts/services-networking/service/#type-nodeport
 */
import type { ApiError, FieldPath } from "@kubewright/apimachinery";
import { field, fieldPath, internalError, invalid } from "@kubewright/apimachinery";
import type { ServiceSpec } from "@kubewright/api/core/v1";
import type { Draft, View } from "../typed.ts";
import type { Allocator } from "./allocator.ts";
import { allocatesNodePorts, hasNodePorts, needsHealthCheck } from "./service-predicates.ts";

/** Node ports. The low part of the range is kept for ports that clients request. */
export const nodePortRange = { first: 30_000, size: 2_768, searchFrom: 86 } as const;

const portsPath = fieldPath("spec", "ports");

/** One write to a Service. */
export interface PortRequest {
  readonly name: string;
  readonly next: Draft<ServiceSpec>;
  readonly before: View<ServiceSpec> | undefined;
  readonly ports: Allocator;
  readonly dryRun: boolean;
  /** Called with each port that was taken. */
  readonly taken: (port: number) => void;
}

/** Allocates the ports of a Service and writes them into it. @throws {ApiError} when no port is free, or a requested one is taken */
export function reservePorts(request: PortRequest): void {
  const { next, before } = request;
  const operation = createOperation(request);
  if (hasNodePorts(next)) {
    if (before === undefined) assignNew(request, operation);
    else assignChanged(request, operation, before);
  }
  if (needsHealthCheck(next) && (before === undefined || !needsHealthCheck(before))) {
    next.healthCheckNodePort = healthCheckPort(next.healthCheckNodePort ?? 0, operation);
  }
}

/** Every node port of a Service. */
export function portsOf({ ports, healthCheckNodePort }: View<ServiceSpec>): readonly number[] {
  return [...(ports ?? []).map(({ nodePort }) => nodePort), healthCheckNodePort].filter((port) => port !== undefined);
}

interface Operation {
  /** Takes a port. Returns the error message, or `undefined` if the port was free. */
  readonly take: (port: number) => string | undefined;
  readonly takeAny: () => number | undefined;
}

function createOperation({ ports, dryRun, taken }: PortRequest): Operation {
  const last = nodePortRange.first + nodePortRange.size - 1;
  const isTaken = "provided port is already allocated";
  if (dryRun) {
    const chosen = new Set<number>();
    return {
      take: (port) => {
        if (ports.has(port) || chosen.has(port)) return isTaken;
        chosen.add(port);
        return undefined;
      },
      takeAny: () => {
        const port = Math.max(chosen.size === 0 ? last + 1 : 0, ...chosen) + 1;
        chosen.add(port);
        return port;
      },
    };
  }
  return {
    take: (port) => {
      if (port < nodePortRange.first || port > last) {
        return `provided port is not in the valid range. The range of valid ports is ${nodePortRange.first}-${last}`;
      }
      if (!ports.take(port)) return isTaken;
      taken(port);
      return undefined;
    },
    takeAny: () => {
      const port = ports.takeAny();
      if (port !== undefined) taken(port);
      return port;
    },
  };
}

/** Ports with the same number, such as DNS over TCP and UDP, share a node port. */
function assignNew(request: PortRequest, operation: Operation): void {
  const { next } = request;
  const ports = next.ports ?? [];
  const byPort = new Map<number, number>();
  for (const [index, servicePort] of ports.entries()) {
    const { port = 0, nodePort = 0 } = servicePort;
    if (nodePort === 0 && !allocatesNodePorts(next)) continue;
    const shared = byPort.get(port);
    const path = portsPath.index(index).child("nodePort");
    if (shared === undefined) {
      const requested = ports.find((other) => (other.port ?? 0) === port && (other.nodePort ?? 0) !== 0)?.nodePort ?? 0;
      if (requested !== 0) assertNoProblem(request, operation.take(requested), requested, path);
      const assigned = requested === 0 ? anyPort(operation) : requested;
      servicePort.nodePort = assigned;
      byPort.set(port, assigned);
    } else if (nodePort === 0) servicePort.nodePort = shared;
    else if (nodePort !== shared) assertNoProblem(request, operation.take(nodePort), nodePort, path);
  }
}

function assignChanged(request: PortRequest, operation: Operation, before: View<ServiceSpec>): void {
  const { next } = request;
  const kept = new Set((before.ports ?? []).map(({ nodePort = 0 }) => nodePort));
  for (const [index, servicePort] of (next.ports ?? []).entries()) {
    const { nodePort = 0 } = servicePort;
    if (nodePort === 0) {
      if (allocatesNodePorts(next)) servicePort.nodePort = anyPort(operation);
    } else if (!kept.has(nodePort)) {
      assertNoProblem(request, operation.take(nodePort), nodePort, portsPath.index(index).child("nodePort"));
      kept.add(nodePort);
    }
  }
}

function assertNoProblem({ name }: PortRequest, problem: string | undefined, port: number, path: FieldPath): void {
  if (problem !== undefined) throw invalid({ group: "", kind: "Service" }, name, [field.invalid(path, port, problem)]);
}

function anyPort(operation: Operation): number {
  const port = operation.takeAny();
  if (port === undefined) throw internalError("failed to allocate a nodePort: range is full");
  return port;
}

function healthCheckPort(requested: number, operation: Operation): number {
  const problem = requested === 0 ? undefined : operation.take(requested);
  if (problem !== undefined) throw healthCheckFailure(`requested HealthCheck NodePort ${requested}: ${problem}`);
  const port = requested === 0 ? operation.takeAny() : requested;
  if (port === undefined) throw healthCheckFailure("a HealthCheck NodePort 0: range is full");
  return port;
}

function healthCheckFailure(why: string): ApiError {
  return internalError(`failed to allocate ${why}`);
}
