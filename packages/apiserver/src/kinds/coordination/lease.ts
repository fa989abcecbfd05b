/** Leases: https://kubernetes.io/docs/concepts/architecture/leases/ */
import type { FieldError } from "@kubewright/apimachinery";
import { append, field, fieldPath } from "@kubewright/apimachinery";
import type { Lease } from "@kubewright/api/coordination.k8s.io/v1";
import type { ApiObject, ReadonlyObject } from "../../objects/api-object.ts";
import { checkNonNegative } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import type { View } from "../typed.ts";
import { draftOf, viewOf } from "../typed.ts";

const spec = fieldPath("spec");

export const leaseKind: BuiltinKind = builtinKind<Lease>({
  group: "coordination.k8s.io",
  plural: "leases",
  metadataChecks: { finalizerNames: false },
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: false,
  prepareForCreate: (draft) => dropCoordination(draft, undefined),
  prepareForUpdate: dropCoordination,
  validate: (object) => checkLease(object),
  cells: (object) => ({ Holder: object.spec?.holderIdentity ?? "" }),
});

/** Coordinated leader election is disabled, so its fields are dropped unless the stored Lease has them. */
function dropCoordination(draft: ApiObject, old: ReadonlyObject | undefined): void {
  const { spec: lease } = draftOf<Lease>(draft);
  const before = old === undefined ? {} : (viewOf<Lease>(old).spec ?? {});
  if (lease === undefined || before.strategy !== undefined || before.preferredHolder !== undefined) return;
  delete lease.strategy;
  delete lease.preferredHolder;
}

function checkLease(lease: View<Lease>): readonly FieldError[] {
  const { leaseDurationSeconds, leaseTransitions, preferredHolder = "", strategy = "" } = lease.spec ?? {};
  const errors: FieldError[] = [];
  if (leaseDurationSeconds !== undefined && leaseDurationSeconds <= 0) {
    errors.push(field.invalid(spec.child("leaseDurationSeconds"), leaseDurationSeconds, "must be greater than 0"));
  }
  append(errors, checkNonNegative(leaseTransitions, spec.child("leaseTransitions")));
  if (preferredHolder !== "" && strategy === "") {
    errors.push(field.forbidden(spec.child("preferredHolder"), "may only be specified if `strategy` is defined"));
  }
  return errors;
}
