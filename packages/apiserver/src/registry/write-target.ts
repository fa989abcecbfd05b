// What every write carries through the pipeline: the object it names and the request it belongs to.
import type { VersionedResource } from "./registry.ts";
import type { RequestContext } from "./server-context.ts";

export interface WriteTarget {
  readonly form: VersionedResource;
  /** `""` for cluster-scoped resources. */
  readonly namespace: string;
  /** The name in the path of the request. */
  readonly name: string;
  readonly context: RequestContext;
}
