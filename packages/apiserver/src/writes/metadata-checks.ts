// Errors of the metadata of an object, in the order of kube-apiserver. It checks metadata once for all kinds, and most kinds check it again, so some
// errors are repeated. The `metadataChecks` of a kind decide how often.
import {
  field,
  fieldPath,
  foregroundDeletionFinalizer,
  joinedInSteps,
  nameIsDnsSubdomain,
  nameIsPathSegment,
  objectMetaErrors,
  objectMetaUpdateErrors,
  orphanFinalizer,
  whenDone,
} from "@kubewright/apimachinery";
import type { FieldError, Work } from "@kubewright/apimachinery";
import type { ReadonlyObject } from "../objects/api-object.ts";
import type { ServedResource } from "../contracts/strategy.ts";

/** The errors of a new object. `own` are the errors of its other fields. */
export function errorsOfNew(
  { metadata }: ReadonlyObject,
  resource: ServedResource,
  own: readonly FieldError[],
): Work<readonly FieldError[]> {
  const { namespaced, strategy } = resource;
  if (strategy.metadataChecks?.kind !== false) return joinedInSteps([() => wholeErrors(metadata, resource), () => own]);
  return own.length > 0 ? own : objectMetaErrors(metadata, { namespaced, nameRule: nameIsPathSegment });
}

/** The errors of an update. `own` are the errors of its other fields. */
export function errorsOfUpdate(
  { metadata }: ReadonlyObject,
  old: ReadonlyObject,
  { resource, subresource }: { readonly resource: ServedResource; readonly subresource: string },
  own: readonly FieldError[],
): Work<readonly FieldError[]> {
  const { namespaced, strategy } = resource;
  const { kind = true, kindOnStatus = true, wholeOnUpdate = false } = strategy.metadataChecks ?? {};
  const isStatus = subresource === "status";
  return whenDone(objectMetaUpdateErrors(metadata, old.metadata), (changes) =>
    joinedInSteps([
      () => objectMetaErrors(metadata, { namespaced, nameRule: nameIsPathSegment }),
      () => changes,
      () => (kind && (kindOnStatus || !isStatus) ? [...changes, ...finalizerErrors(metadata, resource)] : []),
      () => (wholeOnUpdate && !isStatus ? wholeErrors(metadata, resource) : []),
      () => own,
    ]),
  );
}

function wholeErrors(metadata: ReadonlyObject["metadata"], resource: ServedResource): Work<readonly FieldError[]> {
  const nameRule = resource.strategy.validateName ?? nameIsDnsSubdomain;
  return joinedInSteps([
    () => objectMetaErrors(metadata, { namespaced: resource.namespaced, nameRule }),
    () => finalizerErrors(metadata, resource),
  ]);
}

/** Finalizers that need no domain. */
const standardFinalizers: ReadonlySet<string> = new Set(["kubernetes", orphanFinalizer, foregroundDeletionFinalizer]);

/** Most built-in kinds reject a finalizer without a domain, unless Kubernetes defines it. Custom resources accept it. */
function finalizerErrors(
  { finalizers = [] }: ReadonlyObject["metadata"],
  { custom, strategy }: ServedResource,
): readonly FieldError[] {
  if (custom || strategy.metadataChecks?.finalizerNames === false) return [];
  return finalizers.flatMap((name, index) =>
    name.includes("/") || standardFinalizers.has(name)
      ? []
      : field.invalid(
          fieldPath("metadata", "finalizers").index(index),
          name,
          "name is neither a standard finalizer name nor is it fully qualified",
        ),
  );
}
