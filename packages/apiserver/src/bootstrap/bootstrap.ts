/** Creates the objects of a fresh cluster: namespaces, the Service of the API server, RBAC defaults, flow control, APIServices. */
import { bootstrapObjects } from "@kubewright/api-facts";
import { apiVersionOf, formatTime } from "@kubewright/apimachinery";
import type { ManagedFieldsEntry } from "@kubewright/apimachinery";
import type { ApiObject, ApiObjectMeta, GroupResource } from "../objects/api-object.ts";
import type { AddressRange } from "../kinds/services/address-range.ts";
import { firstAddressOf } from "../kinds/services/address-range.ts";
import { setDanglingCondition } from "../kinds/flow-control/dangling-condition.ts";
import type { OwnWriteOptions, ServerContext } from "../registry/server-context.ts";
import { setLocalAvailability } from "../kinds/apiregistration/api-service.ts";
import { tokenTrackingConfigMap } from "./token-tracking.ts";
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

const rbac = "rbac.authorization.k8s.io";
const flowControl = "flowcontrol.apiserver.k8s.io";

/** The server owns what it writes. */
const asManager: OwnWriteOptions = { ownedThrough: "" };

interface GeneratedKind {
  readonly group: string;
  readonly kind: string;
  /** Fills in what the field manager does not own. */
  readonly fillUnowned?: (draft: ApiObject, context: ServerContext) => void;
}

/** The kinds of the generated objects, by their resource. */
const kinds: { readonly [resource: string]: GeneratedKind } = {
  clusterroles: { group: rbac, kind: "ClusterRole" },
  clusterrolebindings: { group: rbac, kind: "ClusterRoleBinding" },
  roles: { group: rbac, kind: "Role" },
  rolebindings: { group: rbac, kind: "RoleBinding" },
  priorityclasses: { group: "scheduling.k8s.io", kind: "PriorityClass" },
  apiservices: { group: "apiregistration.k8s.io", kind: "APIService", fillUnowned: setLocalAvailability },
  prioritylevelconfigurations: {
    group: flowControl,
    kind: "PriorityLevelConfiguration",
    fillUnowned: (draft) => {
      draft["status"] = {};
    },
  },
  flowschemas: { group: flowControl, kind: "FlowSchema", fillUnowned: setDanglingCondition },
};

/** Creates the objects that are missing; a fork or a restarted server has most or all of them. */
export function writeBootstrapObjects(context: ServerContext, range: AddressRange): void {
  const namespaces = { group: "", resource: "namespaces" };
  for (const namespace of systemNamespaces())
    ensure(context, namespaces, namespace, { ...asManager, fillUnowned: fillNamespace });
  const services = { group: "", resource: "services" };
  ensure(context, services, kubernetesService(firstAddressOf(range), unreachableAddress), {
    ...asManager,
    fillUnowned: fillService,
  });
  const cidrs = { group: "networking.k8s.io", resource: "servicecidrs" };
  const cidrStatus = serviceCidrStatus(formatTime(context.clock.wallTime()));
  ensure(context, cidrs, kubernetesServiceCidr(range.cidr), { ...asManager, fillUnowned: cidrStatus });
  ensure(context, { group: "", resource: "endpoints" }, kubernetesEndpoints(unreachableAddress));
  const slices = { group: "discovery.k8s.io", resource: "endpointslices" };
  ensure(context, slices, kubernetesEndpointSlice(unreachableAddress));
  writeGeneratedObjects(context);
  ensure(context, { group: "", resource: "configmaps" }, tokenTrackingConfigMap(context.clock.wallTime()));
}

interface GeneratedObjects {
  readonly owners: readonly GeneratedManager[];
  readonly objects: { readonly [resource: string]: readonly GeneratedObject[] };
}

/** The field manager of generated objects, with its fields: computing them for each object would slow down every start. */
type GeneratedManager = Required<Pick<ManagedFieldsEntry, "apiVersion" | "fieldsV1" | "manager">>;

interface GeneratedObject {
  /** The index of the owner. */
  readonly owner: number;
  readonly metadata: ApiObjectMeta;
  readonly [field: string]: unknown;
}

function writeGeneratedObjects(context: ServerContext): void {
  // The generator has written exactly this.
  const generated = JSON.parse(bootstrapObjects) as GeneratedObjects;
  const time = formatTime(context.clock.wallTime());
  const entries = generated.owners.map(({ manager, apiVersion, fieldsV1 }) => [
    { manager, operation: "Update", apiVersion, time, fieldsType: "FieldsV1", fieldsV1 } as const,
  ]);
  for (const [resource, objects] of Object.entries(generated.objects)) {
    const known = kinds[resource];
    if (known === undefined) throw new Error(`Cannot write bootstrap objects: "${resource}" has no kind`);
    const { group, kind, fillUnowned } = known;
    for (const { owner, ...fields } of objects) {
      const fill = (draft: ApiObject): void => {
        draft.metadata.managedFields = entries[owner] ?? [];
        fillUnowned?.(draft, context);
      };
      const object = { apiVersion: apiVersionOf(group, "v1"), kind, ...fields };
      ensure(context, { group, resource }, object, { fillUnowned: fill });
    }
  }
}

function ensure(
  { read, write }: ServerContext,
  resource: GroupResource,
  object: ApiObject,
  options: OwnWriteOptions = asManager,
): void {
  const { name = "", namespace } = object.metadata;
  if (read.has(resource, namespace === undefined ? { name } : { namespace, name })) return;
  write.create(resource, object, options);
}
