/**
 * The status of a CertificateSigningRequest: its approval or denial, and the issued certificate. Approvers write the conditions `Approved` and
 * `Denied` through `/approval`, signers the certificate and the other conditions through `/status`.
 */
import type { FieldError } from "@kubewright/apimachinery";
import { append, field, fieldPath } from "@kubewright/apimachinery";
import type { CertificateSigningRequest } from "@kubewright/api/certificates.k8s.io/v1";
import { parsePem } from "@kubewright/certificates";
import type { Draft, View } from "../typed.ts";
import { pemOf } from "./request-spec.ts";
import { isCertificate } from "./is-certificate.ts";
import { checkSupported } from "../field-checks.ts";

export type Status = NonNullable<View<CertificateSigningRequest>["status"]>;
type Conditions = NonNullable<Status["conditions"]>;
type DraftConditions = NonNullable<NonNullable<Draft<CertificateSigningRequest>["status"]>["conditions"]>;

/** The changes that an update through a subresource may make. */
export interface StatusRights {
  readonly approval?: boolean;
  readonly certificate?: boolean;
}

const approvalTypes: readonly string[] = ["Approved", "Denied"];
/** These conditions can only be true. An absent condition is false. */
const trueTypes: readonly string[] = [...approvalTypes, "Failed"];

/** Sets the times that are missing. A condition keeps the time of its last transition while its status stays the same. */
export function stampConditions(conditions: DraftConditions, before: Conditions, now: string): void {
  for (const condition of conditions) {
    condition.lastUpdateTime ??= now;
    const same = before.find(({ type, status }) => type === condition.type && status === condition.status);
    condition.lastTransitionTime ??= same?.lastTransitionTime ?? now;
  }
}

/** Restores the `Approved` and `Denied` conditions that a signer has changed. One that was added or removed is left to validation. */
export function restoreApproval(conditions: DraftConditions, before: Conditions): void {
  for (const type of approvalTypes) {
    const old = before.filter((condition) => condition.type === type);
    const places = [...conditions.keys()].filter((index) => conditions[index]?.type === type);
    if (old.length !== places.length) continue;
    for (const [index, place] of places.entries()) {
      conditions[place] = structuredClone(old[index]) as DraftConditions[number]; // A copy of a stored condition.
    }
  }
}

/** Errors of an updated status. Errors that the old status also has are not reported. */
export function checkStatusUpdate(next: Status, before: Status, rights: StatusRights): readonly FieldError[] {
  const [conditions, old] = [next.conditions ?? [], before.conditions ?? []];
  return [
    ...checkConditions(conditions, old),
    ...checkCertificatePem(next.certificate ?? "", before.certificate ?? ""),
    ...checkRemoved(conditions, old),
    ...(rights.approval === true ? [] : checkAdded(conditions, old)),
    ...checkCertificateChange(next.certificate ?? "", before.certificate ?? "", rights),
  ];
}

const conditionsPath = fieldPath("status", "conditions");
const certificatePath = fieldPath("status", "certificate");

function checkConditions(conditions: Conditions, before: Conditions): readonly FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  const mayRepeat = hasDuplicates(before);
  const mayBeEmpty = count(before, "") > 0;
  const mayContradict = approvalTypes.every((type) => count(before, type) > 0);
  for (const [index, { type = "", status = "" }] of conditions.entries()) {
    const at = conditionsPath.index(index);
    if (type === "" && !mayBeEmpty) errors.push(field.required(at.child("type"), ""));
    append(errors, checkConditionStatus(type, status, at.child("status")));
    const opposite = approvalTypes.includes(type) ? approvalTypes.find((each) => each !== type) : undefined;
    if (opposite !== undefined && seen.has(opposite) && !mayContradict) {
      const text = "Approved and Denied conditions are mutually exclusive";
      errors.push(field.invalid(conditionsPath, type, text));
    }
    if (seen.has(type) && !mayRepeat) errors.push(field.duplicate(at.child("type"), type));
    seen.add(type);
  }
  return errors;
}

function checkConditionStatus(type: string, status: string, path: typeof conditionsPath): readonly FieldError[] {
  if (status === "") return [field.required(path, "")];
  const allowed = trueTypes.includes(type) ? ["True"] : ["False", "True", "Unknown"];
  return checkSupported(status, allowed, path);
}

function hasDuplicates(conditions: Conditions): boolean {
  return new Set(conditions.map(({ type }) => type)).size < conditions.length;
}

function count(conditions: Conditions, type: string): number {
  return conditions.filter((condition) => (condition.type ?? "") === type).length;
}

function checkRemoved(next: Conditions, before: Conditions): readonly FieldError[] {
  return trueTypes
    .filter((type) => count(next, type) < count(before, type))
    .map((type) =>
      field.forbidden(conditionsPath, `updates may not remove a condition of type ${JSON.stringify(type)}`),
    );
}

function checkAdded(next: Conditions, before: Conditions): readonly FieldError[] {
  return approvalTypes
    .filter((type) => count(next, type) > count(before, type))
    .map((type) => field.forbidden(conditionsPath, `updates may not add a condition of type ${JSON.stringify(type)}`));
}

function checkCertificatePem(next: string, before: string): readonly FieldError[] {
  if (next === before || errorOfCertificate(before) !== undefined) return [];
  const error = errorOfCertificate(next);
  return error === undefined ? [] : [field.invalid(certificatePath, "<certificate data>", error)];
}

/** The reason why a certificate, PEM in base64, is not a chain of certificates. An absent one is valid. */
function errorOfCertificate(value: string): string | undefined {
  if (value === "") return undefined;
  const blocks = parsePem(pemOf(value));
  for (const { label, hasHeaders, bytes } of blocks) {
    if (label !== "CERTIFICATE") return `only CERTIFICATE PEM blocks are allowed, found ${JSON.stringify(label)}`;
    if (hasHeaders) return "no PEM block headers are permitted";
    if (bytes.length === 0) return "found CERTIFICATE PEM block containing 0 certificates";
    if (!isCertificate(bytes)) return "x509: malformed certificate";
  }
  return blocks.length === 0 ? "must contain at least one CERTIFICATE PEM block" : undefined;
}

function checkCertificateChange(next: string, before: string, rights: StatusRights): readonly FieldError[] {
  if (next === before) return [];
  if (rights.certificate !== true) {
    return [field.forbidden(certificatePath, "updates may not set certificate content")];
  }
  return before === "" ? [] : [field.forbidden(certificatePath, "updates may not modify existing certificate content")];
}
