/** Writes what a fresh cluster has: namespaces, the Service of the API server, priority classes, RBAC defaults. */
import { apiVersionOf, formatTime } from "@kubewright/apimachinery";
import type { ApiObject, ApiObjectMeta, GroupResource } from "../registry/api-object.ts";
import type { AddressRange } from "../kinds/services/address-range.ts";
import { firstAddressOf } from "../kinds/services/address-range.ts";
import type { ServerContext } from "../registry/server-context.ts";
import {
  fillService,
  kubernetesEndpointSlice,
  kubernetesEndpoints,
  kubernetesService,
  kubernetesServiceCidr,
  serviceCidrStatus,
  unreachableAddress,
} from "./kubernetes-service.ts";
import { fillNamespace, systemNamespaces } from "./namespaces.ts";
import { bootstrapObjects } from "./objects.generated.ts";

const rbac = "rbac.authorization.k8s.io";

/** The kinds of the generated objects, by their resource. */
const kinds: { readonly [resource: string]: { readonly group: string; readonly kind: string } } = {
  clusterroles: { group: rbac, kind: "ClusterRole" },
  clusterrolebindings: { group: rbac, kind: "ClusterRoleBinding" },
  roles: { group: rbac, kind: "Role" },
  rolebindings: { group: rbac, kind: "RoleBinding" },
  priorityclasses: { group: "scheduling.k8s.io", kind: "PriorityClass" },
};

/** Writes what is missing; in a store that has been used (a fork, a restart) that is little or nothing. */
export function writeBootstrapObjects(context: ServerContext, range: AddressRange): void {
  const namespaces = { group: "", resource: "namespaces" };
  for (const namespace of systemNamespaces()) ensure(context, namespaces, namespace, fillNamespace);
  const services = { group: "", resource: "services" };
  ensure(context, services, kubernetesService(firstAddressOf(range), unreachableAddress), fillService);
  const cidrs = { group: "networking.k8s.io", resource: "servicecidrs" };
  ensure(context, cidrs, kubernetesServiceCidr(range.cidr), serviceCidrStatus(formatTime(context.clock.wallTime())));
  ensure(context, { group: "", resource: "endpoints" }, kubernetesEndpoints(unreachableAddress));
  const slices = { group: "discovery.k8s.io", resource: "endpointslices" };
  ensure(context, slices, kubernetesEndpointSlice(unreachableAddress));
  writeGeneratedObjects(context);
}

interface GeneratedObject {
  readonly metadata: ApiObjectMeta;
  readonly [field: string]: unknown;
}

function writeGeneratedObjects(context: ServerContext): void {
  // The generator has written exactly this.
  const sections = JSON.parse(bootstrapObjects) as { readonly [resource: string]: readonly GeneratedObject[] };
  for (const [resource, objects] of Object.entries(sections)) {
    const known = kinds[resource];
    if (known === undefined) throw new Error(`Cannot write bootstrap objects: "${resource}" has no kind`);
    const { group, kind } = known;
    for (const object of objects) {
      ensure(context, { group, resource }, { apiVersion: apiVersionOf(group, "v1"), kind, ...object });
    }
  }
}

function ensure(
  { read, write }: ServerContext,
  resource: GroupResource,
  object: ApiObject,
  fillUnowned?: (draft: ApiObject) => void,
): void {
  const { name = "", namespace } = object.metadata;
  if (read.has(resource, namespace === undefined ? { name } : { namespace, name })) return;
  write.create(resource, object, { ownedThrough: "", ...(fillUnowned === undefined ? {} : { fillUnowned }) });
}
