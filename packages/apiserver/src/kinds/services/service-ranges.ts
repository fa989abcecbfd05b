// The ranges that Services get their addresses from: those of all ServiceCIDRs that are ready.
// https://kubernetes.io/docs/reference/networking/virtual-ips/#service-cidr-objects
import { isTerminating } from "@kubewright/apimachinery";
import type { ServiceCIDR } from "@kubewright/api/networking.k8s.io/v1";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import type { ServerContext } from "../../contracts/server-context.ts";
import { viewOf } from "../typed.ts";
import { isInRange, readAddressRange } from "./address-range.ts";
import type { AddressRange } from "./address-range.ts";

const serviceCidrResource = { group: "networking.k8s.io", resource: "servicecidrs" } as const;

/** The ServiceCIDR of the range that the server is started with. kube-apiserver creates it again after a deletion, so its range is always known. */
const defaultName = "kubernetes";

/** The ranges from which addresses are allocated: the one that the server is started with first, then in the order of names. */
export function readyRanges({ read }: ServerContext, primary: AddressRange): readonly AddressRange[] {
  const ranges = [...read.list(serviceCidrResource)].filter(isReady).flatMap(rangesOf);
  const isPrimary = ({ cidr }: AddressRange): boolean => cidr === primary.cidr;
  const isPrimaryReady = ranges.some(isPrimary) || !read.has(serviceCidrResource, { name: defaultName });
  return [...(isPrimaryReady ? [primary] : []), ...ranges.filter((range) => !isPrimary(range))];
}

/** Whether an address is in the range of a ServiceCIDR. */
export function isServiceAddress({ read }: ServerContext, primary: AddressRange, address: number): boolean {
  if (isInRange(primary, address)) return true;
  return [...read.list(serviceCidrResource)].flatMap(rangesOf).some((range) => isInRange(range, address));
}

/** Without a controller that sets the condition, a ServiceCIDR is ready. */
function isReady(object: ReadonlyObject): boolean {
  if (isTerminating(object)) return false;
  const conditions = viewOf<ServiceCIDR>(object).status?.conditions ?? [];
  const ready = conditions.find(({ type }) => type === "Ready");
  return ready === undefined || ready.status === "True";
}

/** The IPv4 ranges. The server has no IPv6 addresses for Services, like a kube-apiserver that is started with an IPv4 range only. */
function rangesOf(object: ReadonlyObject): readonly AddressRange[] {
  const { cidrs = [] } = viewOf<ServiceCIDR>(object).spec ?? {};
  return cidrs.map(readAddressRange).filter((range) => range !== undefined);
}
