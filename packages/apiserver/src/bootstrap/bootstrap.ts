/** Creates the objects of a fresh cluster: namespaces, the Service of the API server, RBAC defaults, flow control, APIServices. */
import { bootstrapObjects } from "@kubewright/api-facts";
import { apiVersionOf, formatTime } from "@kubewright/apimachinery";
import type { ManagedFieldsEntry } from "@kubewright/apimachinery";
import type { ApiObject, ApiObjectMeta, GroupResource } from "../objects/api-object.ts";
import type { AddressRange } from "../kinds/services/address-range.ts";
import { firstAddressOf } from "../kinds/services/address-range.ts";
import { setDanglingCondition } from "../kinds/flow-control/dangling-condition.ts";
import type { OwnWriteOptions, ServerContext } from "../contracts/server-context.ts";
import { setLocalAvailability } from "../kinds/apiregistration/api-service.ts";
import type { BootstrapObject } from "./bootstrap-object.ts";
import { tokenTrackingConfigMap } from "./token-tracking.ts";
import {
  kubernetesEndpointSlice,
  kubernetesEndpoints,
  kubernetesService,
  kubernetesServiceCidr,
  unreachableAddress,
} from "./kubernetes-service.ts";
import { systemNamespaces } from "./namespaces.ts";

const rbac = "rbac.authorization.k8s.io";
const flowControl = "flowcontrol.apiserver.k8s.io";

interface GeneratedKind {
  readonly group: string;
  readonly kind: string;
  /** Sets the fields that the field manager does not own. */
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
  const time = formatTime(context.clock.wallTime());
  const objects: readonly BootstrapObject[] = [
    ...systemNamespaces(),
    kubernetesService(firstAddressOf(range), unreachableAddress),
    kubernetesServiceCidr(range.cidr, time),
    kubernetesEndpoints(unreachableAddress),
    kubernetesEndpointSlice(unreachableAddress),
  ];
  for (const { resource, object, ...options } of objects) ensure(context, resource, object, options);
  writeGeneratedObjects(context, time);
  const { resource, object, fieldsV1 } = tokenTrackingConfigMap(time);
  ensure(context, resource, object, { fieldsV1 });
}

interface GeneratedObjects {
  readonly managers: readonly GeneratedManager[];
  readonly objects: { readonly [resource: string]: readonly GeneratedObject[] };
}

/** The field manager of generated objects, with its fields: computing them for each object would slow down every start. */
type GeneratedManager = Required<Pick<ManagedFieldsEntry, "apiVersion" | "fieldsV1" | "manager">>;

interface GeneratedObject {
  /** The index of the manager. */
  readonly manager: number;
  readonly metadata: ApiObjectMeta;
  readonly [field: string]: unknown;
}

function writeGeneratedObjects(context: ServerContext, time: string): void {
  // The generator has written objects of this type.
  const generated = JSON.parse(bootstrapObjects) as GeneratedObjects;
  const entries = generated.managers.map(({ manager, apiVersion, fieldsV1 }) => [
    { manager, operation: "Update", apiVersion, time, fieldsType: "FieldsV1", fieldsV1 } as const,
  ]);
  for (const [resource, objects] of Object.entries(generated.objects)) {
    const known = kinds[resource];
    if (known === undefined) throw new Error(`Cannot write bootstrap objects: "${resource}" has no kind`);
    const { group, kind, fillUnowned } = known;
    for (const { manager, ...fields } of objects) {
      const fill = (draft: ApiObject): void => {
        draft.metadata.managedFields = entries[manager] ?? [];
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
  options: OwnWriteOptions,
): void {
  const { name = "", namespace } = object.metadata;
  if (read.has(resource, namespace === undefined ? { name } : { namespace, name })) return;
  write.create(resource, object, options);
}
