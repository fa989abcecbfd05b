// What every write carries through the pipeline: the object it names and the request it belongs to.
import type { AdmissionContext } from "./admission-plugin.ts";
import type { ApiObject } from "../objects/api-object.ts";
import type { VersionedResource } from "./registry.ts";

export interface WriteTarget {
  readonly resource: VersionedResource;
  /** `""` for cluster-scoped resources. */
  readonly namespace: string;
  /** The name in the path of the request. */
  readonly name: string;
  readonly context: AdmissionContext;
  /** Returns a draft that was not decoded by its schema as reads will return it. Default: drafts are decoded. */
  readonly prune?: (object: ApiObject) => ApiObject;
}
