/** What all objects of a Balancer have in common. */
import type { KubernetesObject, ObjectMeta, Stored } from "@kubewright/apimachinery";
import { isControlledBy, ownerReferenceTo } from "@kubewright/apimachinery";
import type { Balancer } from "../../api/v1alpha1/zz_generated.balancer.ts";
import { balancerLabel } from "./names.ts";

/** Another object than ours has the name that ours needs. */
export class NameTakenError extends Error {
  override readonly name = "NameTakenError";
  readonly object: KubernetesObject;

  constructor(object: KubernetesObject) {
    const { kind, metadata } = object;
    super(
      `${kind} "${metadata?.name}" exists and does not belong to this Balancer: delete it, or create the Balancer under another name`,
    );
    this.object = object;
  }
}

/**
 * The metadata of an object of the Balancer; what others have put on the present one stays.
 *
 * @throws {NameTakenError} when the present one is somebody else's.
 */
export function ownedMetadata(
  balancer: Stored<Balancer>,
  name: string,
  current: KubernetesObject | undefined,
): ObjectMeta {
  if (current && !isControlledBy(current, balancer)) throw new NameTakenError(current);
  const { namespace } = balancer.metadata;
  return {
    ...current?.metadata,
    name,
    ...(namespace === undefined ? {} : { namespace }),
    labels: { ...current?.metadata?.labels, [balancerLabel]: balancer.metadata.name },
    ownerReferences: current?.metadata?.ownerReferences ?? [ownerReferenceTo(balancer)],
  };
}
