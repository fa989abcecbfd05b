/**
 * What a Service is given that nobody else has: its address, and ports on every node. It is taken before the object is checked, written into the
 * draft, and given back when the write fails. What is taken is read from the store when the first Service is written.
 */
import type { FieldError } from "@kubewright/apimachinery";
import { field, fieldPath, internalError, invalid, isDeepEqual } from "@kubewright/apimachinery";
import type { Service, ServiceSpec } from "@kubewright/api/core/v1";
import type { ApiObject, ReadonlyObject } from "../../registry/api-object.ts";
import type { RequestContext, ServerContext } from "../../registry/server-context.ts";
import type { CommittedChange, Reservation } from "../../registry/strategy.ts";
import type { Draft, View } from "../typed.ts";
import { draftOf, viewOf } from "../typed.ts";
import { dynamicOffset, formatAddress, isInRange, parseAddress } from "./address-range.ts";
import type { AddressRange } from "./address-range.ts";
import type { Allocator } from "./allocator.ts";
import { createAllocator } from "./allocator.ts";
import { nodePortRange, portsOf, reservePorts } from "./node-ports.ts";
import { initFamilies } from "./service-families.ts";
import { allocatesNodePorts, needsClusterIp, needsHealthCheck } from "./service-forms.ts";

export interface ServiceReservations {
  /** Writes what the Service gets into the draft. */
  readonly reserve: (draft: ApiObject, old: ReadonlyObject | undefined, context: RequestContext) => Reservation;
  readonly committed: (change: CommittedChange) => void;
}

export function createServiceReservations(range: AddressRange): ServiceReservations {
  let known: { readonly addresses: Allocator; readonly ports: Allocator } | undefined;

  function allocators({ read }: ServerContext): NonNullable<typeof known> {
    if (known !== undefined) return known;
    const services = [...read.list({ group: "", resource: "services" })].map(
      (object) => viewOf<Service>(object).spec ?? {},
    );
    const addresses = { first: range.firstAddress, size: range.size, searchFrom: dynamicOffset(range) };
    known = {
      addresses: createAllocator(addresses, services.flatMap(addressesOf)),
      ports: createAllocator(nodePortRange, services.flatMap(portsOf)),
    };
    return known;
  }

  return {
    reserve: (draft, old, context) => {
      const { addresses, ports } = allocators(context);
      const next = (draftOf<Service>(draft).spec ??= {});
      const before = old === undefined ? undefined : (viewOf<Service>(old).spec ?? {});
      const name = draft.metadata.name ?? "";
      const { dryRun } = context;
      const undo: (() => void)[] = [];
      const release = (): void => {
        for (const step of undo) step();
      };
      try {
        if (before !== undefined) keepWhatIsAllocated(next, before);
        matchClusterIps(next, before);
        refuse(name, initFamilies(next, before));
        const address = addressFor({ name, next, before, range, addresses, dryRun });
        if (address !== undefined && !dryRun) undo.push(() => addresses.release(address));
        reservePorts({ name, next, before, ports, dryRun, taken: (port) => undo.push(() => ports.release(port)) });
      } catch (error) {
        release();
        throw error;
      }
      return { commit: () => {}, release };
    },
    // What an object no longer has is free again.
    committed: (change) => {
      if (known === undefined || change.type === "created") return;
      const before = viewOf<Service>(change.old).spec ?? {};
      const after = change.type === "deleted" ? {} : (viewOf<Service>(change.object).spec ?? {});
      for (const address of without(addressesOf(before), addressesOf(after))) known.addresses.release(address);
      for (const port of without(portsOf(before), portsOf(after))) known.ports.release(port);
    },
  };
}

/** An update that leaves allocated values out means to keep them. */
function keepWhatIsAllocated(next: Draft<ServiceSpec>, before: View<ServiceSpec>): void {
  if (next.type !== "ExternalName" && before.type !== "ExternalName") {
    if (next.clusterIP === undefined && before.clusterIP !== undefined) next.clusterIP = before.clusterIP;
    if (next.clusterIPs === undefined && before.clusterIPs !== undefined) next.clusterIPs = [...before.clusterIPs];
  }
  if (allocatesNodePorts(next) && allocatesNodePorts(before)) keepNodePorts(next, before);
  if (needsHealthCheck(next) && needsHealthCheck(before) && before.healthCheckNodePort !== undefined) {
    next.healthCheckNodePort ??= before.healthCheckNodePort;
  }
}

function keepNodePorts(next: Draft<ServiceSpec>, before: View<ServiceSpec>): void {
  const used = new Set((next.ports ?? []).map(({ nodePort }) => nodePort));
  // A port is the same as before when its name is, whatever else has changed.
  for (const port of next.ports ?? []) {
    if (port.nodePort !== undefined) continue;
    const same = before.ports?.findLast((old) => (old.name ?? "") === (port.name ?? ""));
    if (same?.nodePort !== undefined && !used.has(same.nodePort)) port.nodePort = same.nodePort;
  }
}

/** `clusterIP` is the first of `clusterIPs`; a writer who changes one of the two means both. */
function matchClusterIps(next: Draft<ServiceSpec>, before: View<ServiceSpec> | undefined): void {
  if (before === undefined) {
    if (next.clusterIP !== undefined) next.clusterIPs ??= [next.clusterIP];
    return;
  }
  if (next.clusterIP === before.clusterIP) {
    if (next.clusterIPs === undefined && before.clusterIPs !== undefined) next.clusterIPs = [...before.clusterIPs];
  } else if (isDeepEqual(next.clusterIPs ?? [], before.clusterIPs ?? [])) {
    if (next.clusterIP === undefined) delete next.clusterIPs;
    else next.clusterIPs = [next.clusterIP];
  }
}

interface AddressRequest {
  readonly name: string;
  readonly next: Draft<ServiceSpec>;
  readonly before: View<ServiceSpec> | undefined;
  readonly range: AddressRange;
  readonly addresses: Allocator;
  readonly dryRun: boolean;
}

/** Gives a Service its address once: what it has, it keeps. */
function addressFor({ name, next, before, range, addresses, dryRun }: AddressRequest): number | undefined {
  const isNew = before === undefined || before.type === "ExternalName";
  if (!isNew || !needsClusterIp(next)) return undefined;
  const asked = next.clusterIPs?.[0] ?? "";
  const address = asked === "" ? anyAddress(range, addresses, dryRun) : parseAddress(asked);
  if (address === undefined) {
    throw internalError(`failed to allocate a serviceIP for Service "${name}": range is full`);
  }
  const problem = asked === "" ? undefined : problemWith(address, asked, range, addresses, dryRun);
  if (problem !== undefined) {
    const path = fieldPath("spec", "clusterIPs");
    refuse(name, [field.invalid(path, next.clusterIPs ?? [], `failed to allocate IP ${asked}: ${problem}`)]);
  }
  next.clusterIP = formatAddress(address);
  next.clusterIPs = [next.clusterIP];
  return address;
}

/** A dry run shows the address of the network, which no Service has. */
function anyAddress(range: AddressRange, addresses: Allocator, dryRun: boolean): number | undefined {
  return dryRun ? range.firstAddress - 1 : addresses.takeAny();
}

function problemWith(
  address: number,
  asked: string,
  range: AddressRange,
  addresses: Allocator,
  dryRun: boolean,
): string | undefined {
  if (dryRun) {
    if (isInRange(range, address)) return undefined;
    return `the provided IP (${asked}) is not in the valid range. The range of valid IPs is ${range.cidr}`;
  }
  if (!isInRange(range, address)) return "the provided network does not match the current range";
  return addresses.take(address) ? undefined : "provided IP is already allocated";
}

function refuse(name: string, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalid({ group: "", kind: "Service" }, name, errors);
}

function addressesOf({ clusterIPs }: View<ServiceSpec>): readonly number[] {
  return (clusterIPs ?? []).map(parseAddress).filter((address) => address !== undefined);
}

function without(values: readonly number[], others: readonly number[]): readonly number[] {
  return values.filter((value) => !others.includes(value));
}
