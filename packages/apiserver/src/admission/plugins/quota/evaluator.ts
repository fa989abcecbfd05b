/** How quotas count the objects of a resource. */
import type { GroupResource } from "@kubewright/apimachinery";
import type { DeviceClass } from "@kubewright/api/resource.k8s.io/v1";
import type { View } from "../../../kinds/typed.ts";
import type { ReadonlyObject } from "../../../objects/api-object.ts";
import type { AdmissionAttributes } from "../../../registry/admission-plugin.ts";
import type { ResourceList } from "./resource-list.ts";
import type { ScopeRequirement } from "./scopes.ts";

/** The values besides the object on which its usage depends. */
export interface UsageContext {
  readonly nowMs: number;
  readonly deviceClasses: () => Iterable<View<DeviceClass>>;
}

/** Measures the objects of one resource. Objects have been decoded: their quantities are canonical. */
export interface Evaluator {
  readonly resource: GroupResource;
  /** Whether the request can change what quotas count. */
  readonly handles: (attributes: AdmissionAttributes) => boolean;
  /** Returns the names of a quota that this evaluator measures. */
  readonly matchingResources: (names: readonly string[], context: UsageContext) => readonly string[];
  /** Default: an object matches no scope. */
  readonly matchesScope?: (scope: ScopeRequirement, object: ReadonlyObject) => boolean;
  /** Returns an error if the object lacks one of the resources that a quota counts. */
  readonly missing?: (names: readonly string[], object: ReadonlyObject) => string | undefined;
  /** Whether quotas count the number of objects. Default false. */
  readonly countsObjects?: boolean;
  readonly usage: (object: ReadonlyObject, context: UsageContext) => ResourceList;
}

/** The name under which a quota counts the objects of a resource: `count/deployments.apps`. */
export function countName({ group, resource }: GroupResource): string {
  return group === "" ? `count/${resource}` : `count/${resource}.${group}`;
}

export function isCreateOrUpdate({ operation, subresource }: AdmissionAttributes): boolean {
  return subresource === "" && (operation === "CREATE" || operation === "UPDATE");
}
