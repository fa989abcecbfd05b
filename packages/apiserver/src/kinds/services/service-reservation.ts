/**
 * What a Service is given that nobody else has: its address, and ports on every node. It is taken before the object is checked, written into the
 * draft, and given back when the write fails. What is taken is read from the store when the first Service is written.
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
import type { ApiObject, ReadonlyObject } from "../../registry/api-object.ts";
import type { RequestContext, ServerContext } from "../../registry/server-context.ts";
import type { CommittedChange, Reservation } from "../../registry/strategy.ts";
import type { Draft, View } from "../typed.ts";
import { draftOf, viewOf } from "../typed.ts";
import { claimAddress, freeAddress, freedAddresses } from "./address-objects.ts";
import { dynamicOffset, formatAddress, isInRange, parseAddress } from "./address-range.ts";
import type { AddressRange } from "./address-range.ts";
import type { Allocator } from "./allocator.ts";
import { createAllocator } from "./allocator.ts";
import { nodePortRange, portsOf, reservePorts } from "./node-ports.ts";
import { initFamilies } from "./service-families.ts";
import { allocatesNodePorts, needsClusterIp, needsHealthCheck } from "./service-forms.ts";

export interface ServiceReservations {
  /** Writes what the Service gets into the draft. */
  readonly reserve: (
    draft: ApiObject,
    old: ReadonlyObject | undefined,
    context: RequestContext,
  ) => Reservation | Promise<Reservation>;
  readonly committed: (change: CommittedChange, context: ServerContext) => void;
  /** Resolves when all addresses that were given up are free, or stay taken. */
  readonly settled: () => Promise<void> | undefined;
}

interface Allocators {
  readonly addresses: Allocator;
  readonly ports: Allocator;
}

export function createServiceReservations(range: AddressRange): ServiceReservations {
  let known: Allocators | undefined;
  const ending = new Set<Promise<void>>();

  function allocators({ read }: ServerContext): Allocators {
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

  async function endAddress(name: string, context: ServerContext): Promise<void> {
    const address = parseAddress(name);
    if ((await freeAddress(name, context)) && address !== undefined) known?.addresses.release(address);
  }

  return {
    reserve: (draft, old, context) => {
      const { addresses, ports } = allocators(context);
      const next = (draftOf<Service>(draft).spec ??= {});
      const before = old === undefined ? undefined : (viewOf<Service>(old).spec ?? {});
      const name = draft.metadata.name ?? "";
      const { dryRun } = context;
      if (before !== undefined) keepWhatIsAllocated(next, before);
      matchClusterIps(next, before);
      refuse(name, initFamilies(next, before));

      const withPorts = (address?: string): Reservation | Promise<Reservation> => {
        const taken: number[] = [];
        const release = (): void | Promise<void> => {
          for (const port of taken) ports.release(port);
          if (address !== undefined) return endAddress(address, context);
        };
        try {
          reservePorts({ name, next, before, ports, dryRun, taken: (port) => taken.push(port) });
        } catch (error) {
          return Promise.resolve(release()).then(() => {
            throw error;
          });
        }
        return { commit: () => {}, release };
      };
      // What has an address keeps it.
      const isNew = before === undefined || before.type === "ExternalName";
      if (!isNew || !needsClusterIp(next)) return withPorts();
      if (dryRun) {
        showAddress(name, next, range);
        return withPorts();
      }
      return takeAddress({ service: draft, next, range, addresses, context }).then(withPorts);
    },
    // What an object no longer has is free again.
    committed: (change, context) => {
      for (const name of freedAddresses(change)) {
        const end = endAddress(name, context).finally(() => ending.delete(end));
        ending.add(end);
      }
      if (known === undefined || change.type === "created") return;
      const before = viewOf<Service>(change.old).spec ?? {};
      const after = change.type === "deleted" ? {} : (viewOf<Service>(change.object).spec ?? {});
      for (const port of without(portsOf(before), portsOf(after))) known.ports.release(port);
    },
    settled: () => (ending.size === 0 ? undefined : Promise.all(ending).then(() => undefined)),
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
  readonly service: ApiObject;
  readonly next: Draft<ServiceSpec>;
  readonly range: AddressRange;
  readonly addresses: Allocator;
  readonly context: RequestContext;
}

/** Gives a Service its address: the one that it asks for, or any. */
async function takeAddress({ service, next, range, addresses, context }: AddressRequest): Promise<string> {
  const name = service.metadata.name ?? "";
  const asked = next.clusterIPs?.[0] ?? "";
  for (;;) {
    const address = asked === "" ? addresses.takeAny() : parseAddress(asked);
    if (address === undefined) throw fullRange(name);
    const problem = asked === "" ? undefined : problemWith(address, range, addresses);
    if (problem !== undefined) refuse(name, [notAllocated(next, asked, problem)]);
    const text = formatAddress(address);
    try {
      await claimAddress(text, service, context);
    } catch (error) {
      if (isAlreadyExists(error)) {
        // Somebody has made an object of this name by hand: the address stays taken.
        if (asked === "") continue;
        refuse(name, [notAllocated(next, asked, alreadyAllocated)]);
      }
      addresses.release(address);
      throw isApiError(error) ? refusal(name, [notAllocated(next, asked, error.status.message ?? "")]) : error;
    }
    [next.clusterIP, next.clusterIPs] = [text, [text]];
    return text;
  }
}

/** A dry run shows the address that is asked for, or that of the network, which no Service has. */
function showAddress(name: string, next: Draft<ServiceSpec>, range: AddressRange): void {
  const asked = next.clusterIPs?.[0] ?? "";
  const address = asked === "" ? range.firstAddress - 1 : parseAddress(asked);
  if (address === undefined) throw fullRange(name);
  if (asked !== "" && !isInRange(range, address)) {
    const problem = `the provided IP (${asked}) is not in the valid range. The range of valid IPs is ${range.cidr}`;
    refuse(name, [notAllocated(next, asked, problem)]);
  }
  next.clusterIP = formatAddress(address);
  next.clusterIPs = [next.clusterIP];
}

const alreadyAllocated = "provided IP is already allocated";

function problemWith(address: number, range: AddressRange, addresses: Allocator): string | undefined {
  if (!isInRange(range, address)) return "the provided network does not match the current range";
  return addresses.take(address) ? undefined : alreadyAllocated;
}

function notAllocated({ clusterIPs = [""] }: Draft<ServiceSpec>, asked: string, problem: string): FieldError {
  const what = asked === "" ? "IP" : `IP ${asked}`;
  return field.invalid(fieldPath("spec", "clusterIPs"), clusterIPs, `failed to allocate ${what}: ${problem}`);
}

function fullRange(name: string): Error {
  return internalError(`failed to allocate a serviceIP for Service "${name}": range is full`);
}

function refuse(name: string, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw refusal(name, errors);
}

function refusal(name: string, errors: readonly FieldError[]): Error {
  return invalid({ group: "", kind: "Service" }, name, errors);
}

function addressesOf({ clusterIPs }: View<ServiceSpec>): readonly number[] {
  return (clusterIPs ?? []).map(parseAddress).filter((address) => address !== undefined);
}

function without(values: readonly number[], others: readonly number[]): readonly number[] {
  return values.filter((value) => !others.includes(value));
}
