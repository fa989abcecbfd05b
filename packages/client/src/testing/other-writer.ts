/** Objects that a test stores directly, as if another client had written them. */
import { apiVersionOfType, formatTime } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectMeta, ResourceType } from "@kubewright/apimachinery";
import type { Clock, Random } from "@kubewright/async";
import type { MemoryObject } from "./memory-store.ts";
import { hasGeneration } from "./served-types.ts";

/** An object with a name. Its apiVersion and kind are those of its type. */
export type ObjectFields<T extends KubernetesObject> = Omit<Partial<T>, "metadata"> & {
  readonly metadata: ObjectMeta & { readonly name: string };
};

export function objectOfOtherWriter(
  type: ResourceType,
  object: Pick<ObjectFields<KubernetesObject>, "metadata">,
  live: MemoryObject | undefined,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): KubernetesObject {
  const metadata = {
    ...(live?.metadata ?? {
      uid: random.uuid(),
      creationTimestamp: formatTime(clock.wallTime()),
      ...(hasGeneration(type) ? { generation: 1 } : {}),
    }),
    ...object.metadata,
  };
  return structuredClone({ ...live, ...object, apiVersion: apiVersionOfType(type), kind: type.kind, metadata });
}
