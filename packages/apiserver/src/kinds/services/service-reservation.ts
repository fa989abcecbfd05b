/**
 * Allocates the address and the node ports of a Service. They are allocated before the object is validated, set in the
 * draft, and released if the write fails. An address is allocated while a Service or a write in flight has it, and while its IPAddress exists.
 */
import type { FieldError } from "@kubewright/apimachinery";
import {
  field,
  fieldPath,
  internalError,
  invalid,
  isAlreadyExists,
  isApiError,
  isDeepEqual,
} from "@kubewright/apimachinery";
import type { Service, ServiceSpec } from "@kubewright/api/core/v1";
import type { ApiObject, ReadonlyObject } from "../../objects/api-object.ts";
import { assertActive } from "../../turns/deadline.ts";
import type { RequestContext, ServerContext } from "../../contracts/server-context.ts";
import type { CommittedChange, Reservation } from "../../contracts/strategy.ts";
import type { Draft, View } from "../typed.ts";
import { draftOf, viewOf } from "../typed.ts";
import { addressResource, claimAddress, deleteAddress } from "./address-objects.ts";
import { AddressPool } from "./address-pool.ts";
import { formatAddress, parseAddress } from "./address-range.ts";
import type { AddressRange } from "./address-range.ts";
import type { Allocator } from "./allocator.ts";
import { createAllocator } from "./allocator.ts";
import { nodePortRange, portsOf, reservePorts } from "./node-ports.ts";
import { initFamilies } from "./service-families.ts";
import { allocatesNodePorts, needsClusterIp, needsHealthCheck } from "./service-predicates.ts";

export interface ServiceReservations {
  /** Writes the allocated values into the draft. */
  readonly reserve: (
    draft: ApiObject,
    old: ReadonlyObject | undefined,
    context: RequestContext,
  ) => Reservation | Promise<Reservation>;
  /** Releases the addresses and ports that the Service no longer has. The promise resolves when its IPAddresses are deleted or their deletion has been rejected. */
  readonly committed: (change: CommittedChange, context: ServerContext) => Promise<void> | undefined;
}

interface Allocators {
  readonly addresses: AddressPool;
  readonly ports: Allocator;
}

export function createServiceReservations(range: AddressRange): ServiceReservations {
  let known: Allocators | undefined;

  function allocators({ read }: ServerContext): Allocators {
    if (known !== undefined) return known;
    const services = [...read.list({ group: "", resource: "services" })].map(
      (object) => viewOf<Service>(object).spec ?? {},
    );
    known = {
      addresses: new AddressPool(range, services.flatMap(addressesOf)),
      ports: createAllocator(nodePortRange, new Set(services.flatMap(portsOf))),
    };
    return known;
  }

  return {
    reserve: (draft, old, context) => {
      const { addresses, ports } = allocators(context);
      const next = (draftOf<Service>(draft).spec ??= {});
      const before = old === undefined ? undefined : (viewOf<Service>(old).spec ?? {});
      if (before !== undefined) keepAllocatedFields(next, before);
      matchClusterIps(next, before);
      reject(draft.metadata.name ?? "", initFamilies(next, before));

      const request = { service: draft, next, before, range, addresses, ports, context };
      // A Service keeps its address.
      const isNew = before === undefined || before.type === "ExternalName";
      if (!isNew || !needsClusterIp(next)) return takePorts(request);
      if (context.dryRun) {
        showAddress(request);
        return takePorts(request);
      }
      return takeAddress(request).then((address) => takePorts(request, address));
    },
    committed: (change, context) => {
      if (change.type === "created") return undefined;
      const before = viewOf<Service>(change.old).spec ?? {};
      const after = change.type === "deleted" ? {} : (viewOf<Service>(change.object).spec ?? {});
      for (const port of without(portsOf(before), portsOf(after))) known?.ports.release(port);
      const freed = without(addressesOf(before), addressesOf(after));
      for (const address of freed) known?.addresses.release(address);
      if (freed.length === 0) return undefined;
      return Promise.all(freed.map((address) => deleteAddress(formatAddress(address), context))).then(() => undefined);
    },
  };
}

/** Restores allocated values that an update omits. */
function keepAllocatedFields(next: Draft<ServiceSpec>, before: View<ServiceSpec>): void {
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
  // Ports are identified by name.
  const byName = new Map(before.ports?.map((old) => [old.name ?? "", old]));
  for (const port of next.ports ?? []) {
    if (port.nodePort !== undefined) continue;
    const same = byName.get(port.name ?? "");
    if (same?.nodePort !== undefined && !used.has(same.nodePort)) port.nodePort = same.nodePort;
  }
}

/** `clusterIP` is the first of `clusterIPs`; a write that changes one of the two changes both. */
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

interface AllocationRequest extends Allocators {
  readonly service: ApiObject;
  readonly next: Draft<ServiceSpec>;
  readonly before: View<ServiceSpec> | undefined;
  readonly range: AddressRange;
  readonly context: RequestContext;
}

/** Allocates the node ports. A failure, or that of the write, releases them and the address that was allocated before. */
function takePorts(request: AllocationRequest, address?: number): Reservation | Promise<Reservation> {
  const { service, next, before, addresses, ports, context } = request;
  const taken: number[] = [];
  const release = (): void | Promise<void> => {
    for (const port of taken) ports.release(port);
    if (address === undefined) return;
    addresses.release(address);
    return deleteAddress(formatAddress(address), context);
  };
  try {
    const name = service.metadata.name ?? "";
    reservePorts({ name, next, before, ports, dryRun: context.dryRun, taken: (port) => taken.push(port) });
  } catch (error) {
    return Promise.resolve(release()).then(() => {
      throw error;
    });
  }
  return { commit: () => {}, release };
}

/** Allocates the address that the Service requests, or any. */
async function takeAddress({ service, next, addresses, context }: AllocationRequest): Promise<number> {
  const name = service.metadata.name ?? "";
  const requested = next.clusterIPs?.[0] ?? "";
  for (;;) {
    assertActive(context);
    const address =
      requested === "" ? addresses.takeAny(context, (each) => hasAddress(each, context)) : parseAddress(requested);
    if (address === undefined) throw fullRange(name);
    const problem = requested === "" ? undefined : addressProblems[addresses.take(context, address)];
    if (problem !== undefined) reject(name, [notAllocated(next, requested, problem)]);
    const text = formatAddress(address);
    try {
      await claimAddress(text, service, context);
    } catch (error) {
      addresses.release(address);
      if (isAlreadyExists(error)) {
        if (requested === "") continue;
        reject(name, [notAllocated(next, requested, alreadyAllocated)]);
      }
      throw isApiError(error)
        ? invalidService(name, [notAllocated(next, requested, error.status.message ?? "")])
        : error;
    }
    [next.clusterIP, next.clusterIPs] = [text, [text]];
    return address;
  }
}

function hasAddress(address: number, { read }: ServerContext): boolean {
  return read.has(addressResource, { name: formatAddress(address) });
}

/** Sets the address of a dry run: the requested one, or that of the network, which no Service has. */
function showAddress({ service, next, range, addresses, context }: AllocationRequest): void {
  const name = service.metadata.name ?? "";
  const requested = next.clusterIPs?.[0] ?? "";
  const address = requested === "" ? range.firstAddress - 1 : parseAddress(requested);
  if (address === undefined) throw fullRange(name);
  if (requested !== "" && !addresses.has(context, address)) {
    const problem = `the provided IP (${requested}) is not in the valid range. The range of valid IPs is ${range.cidr}`;
    reject(name, [notAllocated(next, requested, problem)]);
  }
  next.clusterIP = formatAddress(address);
  next.clusterIPs = [next.clusterIP];
}

const alreadyAllocated = "provided IP is already allocated";

const addressProblems = {
  taken: undefined,
  "in use": alreadyAllocated,
  "out of range": "the provided network does not match the current range",
} as const;

function notAllocated({ clusterIPs = [""] }: Draft<ServiceSpec>, requested: string, problem: string): FieldError {
  const what = requested === "" ? "IP" : `IP ${requested}`;
  return field.invalid(fieldPath("spec", "clusterIPs"), clusterIPs, `failed to allocate ${what}: ${problem}`);
}

function fullRange(name: string): Error {
  return internalError(`failed to allocate a serviceIP for Service "${name}": range is full`);
}

function reject(name: string, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalidService(name, errors);
}

function invalidService(name: string, errors: readonly FieldError[]): Error {
  return invalid({ group: "", kind: "Service" }, name, errors);
}

function addressesOf({ clusterIPs }: View<ServiceSpec>): readonly number[] {
  return (clusterIPs ?? []).map(parseAddress).filter((address) => address !== undefined);
}

function without(values: readonly number[], others: readonly number[]): readonly number[] {
  return values.filter((value) => !others.includes(value));
}
