// The target of a write: the object and the context of the request.
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
  /** For drafts that were not decoded by their schema: returns the draft as reads will return it. Default: drafts are decoded. */
  readonly prune?: (object: ApiObject) => ApiObject;
}
