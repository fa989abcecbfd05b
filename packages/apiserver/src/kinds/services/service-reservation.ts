/** Addresses and node ports of Services: taken before the Service is stored, given back when it is not, or goes. */
import type { FieldError } from "@kubewright/apimachinery";
import { field, fieldPath, invalid, isDeepEqual } from "@kubewright/apimachinery";
import type { Service, ServiceSpec } from "@kubewright/api/core/v1";
import type { ApiObject, ReadonlyObject } from "../../registry/api-object.ts";
import type { ServerContext } from "../../registry/server-context.ts";
import type { CommittedChange, Reservation } from "../../registry/strategy.ts";
import type { Draft, View } from "../typed.ts";
import { draftOf, viewOf } from "../typed.ts";
import { dynamicOffset, formatAddress, isInRange, parseAddress } from "./address-range.ts";
import type { AddressRange } from "./address-range.ts";
import type { Allocator } from "./allocator.ts";
import { createAllocator } from "./allocator.ts";
import { isHeadless, needsClusterIp, needsHealthCheck, needsNodePorts } from "./service-forms.ts";

/** Node ports, and the low part of them that is kept for ports that are asked for. */
const nodePorts = { first: 30_000, size: 2_768, searchFrom: 86 } as const;

const spec = fieldPath("spec");

export interface ServiceReservations {
  /** Writes what the Service gets into the draft. */
  readonly reserve: (draft: ApiObject, old: ReadonlyObject | undefined, context: ServerContext) => Reservation;
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
      ports: createAllocator(nodePorts, services.flatMap(portsOf)),
    };
    return known;
  }

  return {
    reserve: (draft, old, context) => {
      const { addresses, ports } = allocators(context);
      const service = draftOf<Service>(draft);
      const serviceSpec = (service.spec ??= {});
      const before = old === undefined ? undefined : (viewOf<Service>(old).spec ?? {});
      const undo: (() => void)[] = [];
      const refuse = (errors: readonly FieldError[]): never => {
        for (const step of undo) step();
        throw invalid({ group: "", kind: "Service" }, draft.metadata.name ?? "", errors);
      };
      if (before !== undefined) keepWhatIsAllocated(serviceSpec, before);
      nameFamilies(serviceSpec, before);
      reserveAddress(serviceSpec, before, range, addresses, undo, refuse);
      reservePorts(serviceSpec, before, ports, undo, refuse);
      return {
        commit: () => {},
        release: () => {
          for (const step of undo) step();
        },
      };
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
  followClusterIp(next, before);
  if (next.type !== "ExternalName" && before.type !== "ExternalName") {
    if (next.clusterIP === undefined && before.clusterIP !== undefined) next.clusterIP = before.clusterIP;
    if (next.clusterIPs === undefined && before.clusterIPs !== undefined) next.clusterIPs = [...before.clusterIPs];
  }
  if (!needsNodePorts(next) || !needsNodePorts(before)) return;
  const used = new Set((next.ports ?? []).map(({ nodePort }) => nodePort));
  // A port is the same as before when its name is, whatever else has changed.
  for (const port of next.ports ?? []) {
    if (port.nodePort !== undefined) continue;
    const same = before.ports?.findLast((old) => (old.name ?? "") === (port.name ?? ""));
    if (same?.nodePort !== undefined && !used.has(same.nodePort)) port.nodePort = same.nodePort;
  }
}

/** `clusterIP` is the first of `clusterIPs`; a writer who changes one of the two means both. */
function followClusterIp(next: Draft<ServiceSpec>, before: View<ServiceSpec>): void {
  if (!isDeepEqual(next.clusterIPs ?? [], before.clusterIPs ?? [])) return;
  if (next.clusterIP === before.clusterIP) return;
  if (next.clusterIP === undefined) delete next.clusterIPs;
  else next.clusterIPs = [next.clusterIP, ...(next.clusterIPs ?? []).slice(1)];
}

/** One family, IPv4, unless the Service is headless and selects nothing: then whoever writes its endpoints chooses. */
function nameFamilies(next: Draft<ServiceSpec>, before: View<ServiceSpec> | undefined): void {
  if (next.type === "ExternalName") return;
  if (next.clusterIP !== undefined) next.clusterIPs ??= [next.clusterIP];
  const isFree = isHeadless(next) && Object.keys(next.selector ?? {}).length === 0;
  next.ipFamilyPolicy ??= before?.ipFamilyPolicy ?? (isFree ? "RequireDualStack" : "SingleStack");
  next.ipFamilies ??= ["IPv4"];
  if (isFree && next.ipFamilyPolicy !== "SingleStack" && next.ipFamilies.length === 1) {
    next.ipFamilies.push(next.ipFamilies[0] === "IPv4" ? "IPv6" : "IPv4");
  }
}

type Refuse = (errors: readonly FieldError[]) => never;

function reserveAddress(
  next: Draft<ServiceSpec>,
  before: View<ServiceSpec> | undefined,
  range: AddressRange,
  addresses: Allocator,
  undo: (() => void)[],
  refuse: Refuse,
): void {
  if (!needsClusterIp(next)) return;
  const path = spec.child("clusterIPs");
  const families = next.ipFamilies ?? [];
  if (next.ipFamilyPolicy === "RequireDualStack") {
    const text = "this cluster is not configured for dual-stack services";
    refuse([field.invalid(spec.child("ipFamilyPolicy"), next.ipFamilyPolicy, text)]);
  }
  const foreign = families.findIndex((family) => family !== "IPv4");
  if (foreign >= 0) {
    refuse([
      field.invalid(spec.child("ipFamilies").index(foreign), families[foreign], "not configured on this cluster"),
    ]);
  }
  const asked = next.clusterIPs?.[0] ?? "";
  // What the Service has, it keeps; a change of it is refused by its checks.
  if (before !== undefined && before.clusterIPs?.[0] === asked && asked !== "") return;
  if (before !== undefined && needsClusterIp(before) && (before.clusterIPs?.[0] ?? "") !== "") return;
  const failed = (why: string): never =>
    refuse([field.invalid(path, next.clusterIPs ?? [], `failed to allocate IP ${asked}: ${why}`)]);
  let address = asked === "" ? undefined : parseAddress(asked);
  if (asked !== "") {
    if (address === undefined) return; // No IP address at all: the checks say so.
    if (!isInRange(range, address)) {
      failed("the provided network does not match the current range");
    }
    if (!addresses.take(address)) failed("provided IP is already allocated");
  } else {
    address = addresses.takeAny();
  }
  if (address === undefined) {
    return refuse([field.invalid(path, [], "failed to allocate IP: range is full")]);
  }
  const taken = address;
  undo.push(() => addresses.release(taken));
  next.clusterIP = formatAddress(taken);
  next.clusterIPs = [next.clusterIP];
}

function reservePorts(
  next: Draft<ServiceSpec>,
  before: View<ServiceSpec> | undefined,
  ports: Allocator,
  undo: (() => void)[],
  refuse: Refuse,
): void {
  const kept = new Set(before === undefined ? [] : portsOf(before));
  const take = (asked: number | undefined, path: ReturnType<typeof spec.child>): number => {
    if (asked !== undefined && kept.has(asked)) return asked;
    const isValid = asked === undefined || (asked >= nodePorts.first && asked < nodePorts.first + nodePorts.size);
    if (!isValid) {
      const last = nodePorts.first + nodePorts.size - 1;
      refuse([
        field.invalid(
          path,
          asked,
          `provided port is not in the valid range. The range of valid ports is ${nodePorts.first}-${last}`,
        ),
      ]);
    }
    const port = asked ?? ports.takeAny();
    if (asked !== undefined && !ports.take(asked)) {
      refuse([field.invalid(path, asked, "provided port is already allocated")]);
    }
    if (port === undefined) return refuse([field.invalid(path, 0, "failed to allocate a nodePort: range is full")]);
    undo.push(() => ports.release(port));
    return port;
  };
  if (needsNodePorts(next)) {
    const byNumber = new Map<number, number>();
    for (const [index, port] of (next.ports ?? []).entries()) {
      // One number serves both protocols of a port, as DNS over TCP and UDP wants it.
      const shared = port.nodePort === undefined ? undefined : byNumber.get(port.nodePort);
      port.nodePort = shared ?? take(port.nodePort, spec.child("ports").index(index).child("nodePort"));
      byNumber.set(port.nodePort, port.nodePort);
    }
  }
  if (needsHealthCheck(next)) {
    next.healthCheckNodePort = take(next.healthCheckNodePort, spec.child("healthCheckNodePort"));
  }
}

function addressesOf({ clusterIPs }: View<ServiceSpec>): readonly number[] {
  return (clusterIPs ?? []).map(parseAddress).filter((address) => address !== undefined);
}

function portsOf({ ports, healthCheckNodePort }: View<ServiceSpec>): readonly number[] {
  return [...(ports ?? []).map(({ nodePort }) => nodePort), healthCheckNodePort].filter((port) => port !== undefined);
}

function without(values: readonly number[], others: readonly number[]): readonly number[] {
  return values.filter((value) => !others.includes(value));
}
