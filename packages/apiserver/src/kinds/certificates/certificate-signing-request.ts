/** Requests for certificates: https://kubernetes.io/docs/reference/access-authn-authz/certificate-signing-requests/ */
import type { FieldError } from "@kubewright/apimachinery";
import { field, fieldPath, formatTime } from "@kubewright/apimachinery";
import type { CertificateSigningRequest } from "@kubewright/api/certificates.k8s.io/v1";
import type { ObjectSubresource } from "../../registry/subresource.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { keepField } from "../keep-fields.ts";
import type { Draft, View } from "../typed.ts";
import { draftOf, viewOf } from "../typed.ts";

type Conditions = NonNullable<NonNullable<View<CertificateSigningRequest>["status"]>["conditions"]>;

/** `certificatesigningrequests/approval`: who signs is told by conditions, and nothing else changes by this door. */
const approvalSubresource: ObjectSubresource = {
  type: "object",
  name: "approval",
  verbs: ["get", "patch", "update"],
  strategy: {
    prepareForUpdate: (draft, old, { clock }) => {
      const request = draftOf<CertificateSigningRequest>(draft);
      const before = viewOf<CertificateSigningRequest>(old);
      const conditions = request.status?.conditions ?? [];
      const now = formatTime(clock.wallTime());
      for (const condition of conditions) stampCondition(condition, before.status?.conditions ?? [], now);
      keepField(draft, old, "spec");
      keepField(draft, old, "status");
      if (conditions.length > 0) (request.status ??= {}).conditions = conditions;
      else delete request.status?.conditions;
    },
    validateUpdate: (object, old) => {
      const next = viewOf<CertificateSigningRequest>(object).status?.conditions ?? [];
      const before = viewOf<CertificateSigningRequest>(old).status?.conditions ?? [];
      return [...checkConditions(next), ...checkRemoved(next, before)];
    },
  },
};

export const certificateSigningRequestKind: BuiltinKind = {
  group: "certificates.k8s.io",
  plural: "certificatesigningrequests",
  fields: {
    labels: ["spec.signerName"],
    valuesOf: (object) => ({
      "spec.signerName": viewOf<CertificateSigningRequest>(object).spec?.signerName ?? "",
    }),
  },
  subresources: [approvalSubresource],
};

const path = fieldPath("status").child("conditions");

/** A condition keeps the time of its last transition while its status stays. */
function stampCondition(condition: Draft<Conditions[number]>, before: Conditions, now: string): void {
  condition.lastUpdateTime ??= now;
  const same = before.find(({ type, status }) => type === condition.type && status === condition.status);
  condition.lastTransitionTime ??= same?.lastTransitionTime ?? now;
}

/** These say what has happened; that it has not is said by their absence. */
const alwaysTrue: readonly string[] = ["Approved", "Denied", "Failed"];

function checkConditions(conditions: Conditions): readonly FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [index, { type = "", status = "" }] of conditions.entries()) {
    const at = path.index(index);
    if (type === "") errors.push(field.required(at.child("type"), ""));
    const values = alwaysTrue.includes(type) ? ["True"] : ["False", "True", "Unknown"];
    if (status === "") errors.push(field.required(at.child("status"), ""));
    else if (!values.includes(status)) errors.push(field.notSupported(at.child("status"), status, values));
    const opposite = type === "Approved" ? "Denied" : type === "Denied" ? "Approved" : undefined;
    if (opposite !== undefined && seen.has(opposite)) {
      errors.push(field.invalid(path, type, "Approved and Denied conditions are mutually exclusive"));
    }
    if (seen.has(type)) errors.push(field.duplicate(at.child("type"), type));
    seen.add(type);
  }
  return errors;
}

function checkRemoved(next: Conditions, before: Conditions): readonly FieldError[] {
  const count = (conditions: Conditions, type: string): number =>
    conditions.filter((each) => each.type === type).length;
  return alwaysTrue
    .filter((type) => count(next, type) < count(before, type))
    .map((type) => field.forbidden(path, `updates may not remove a condition of type ${JSON.stringify(type)}`));
}
