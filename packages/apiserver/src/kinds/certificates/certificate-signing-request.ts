/** CertificateSigningRequests: https://kubernetes.io/docs/reference/access-authn-authz/certificate-signing-requests/ */
import { formatTime, nameIsPathSegment } from "@kubewright/apimachinery";
import type { CertificateSigningRequest } from "@kubewright/api/certificates.k8s.io/v1";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import type { UpdateStrategy } from "../../contracts/update-strategy.ts";
import type { ObjectSubresource } from "../../contracts/subresource.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { keepField } from "../keep-fields.ts";
import { draftOf, viewOf } from "../typed.ts";
import { checkRequestSpec, recordRequester } from "./request-spec.ts";
import type { StatusRights } from "./request-status.ts";
import { checkStatusUpdate, restoreApproval, stampConditions } from "./request-status.ts";
import { formatDuration } from "../../negotiation/age.ts";

/** `/status`: the certificate, and all conditions except `Approved` and `Denied`. */
const statusStrategy = {
  resetFields: [["spec"], ["status", "conditions"]],
  prepareForUpdate: (draft, old, { clock }) => {
    keepField(draft, old, "spec");
    const conditions = draftOf<CertificateSigningRequest>(draft).status?.conditions ?? [];
    const before = viewOf<CertificateSigningRequest>(old).status?.conditions ?? [];
    restoreApproval(conditions, before);
    stampConditions(conditions, before, formatTime(clock.wallTime()));
  },
  validateUpdate: (object, old) => statusErrors(object, old, { certificate: true }),
} satisfies UpdateStrategy;

/** `/approval`: only the conditions. */
const approvalSubresource: ObjectSubresource = {
  type: "object",
  name: "approval",
  verbs: ["get", "patch", "update"],
  strategy: {
    resetFields: [["spec"], ["status", "certificate"]],
    prepareForUpdate: (draft, old, { clock }) => {
      const request = draftOf<CertificateSigningRequest>(draft);
      const conditions = request.status?.conditions ?? [];
      const before = viewOf<CertificateSigningRequest>(old).status?.conditions ?? [];
      stampConditions(conditions, before, formatTime(clock.wallTime()));
      keepField(draft, old, "spec");
      keepField(draft, old, "status");
      if (conditions.length > 0) (request.status ??= {}).conditions = conditions;
      else delete request.status?.conditions;
    },
    validateUpdate: (object, old) => statusErrors(object, old, { approval: true }),
  },
};

export const certificateSigningRequestKind: BuiltinKind = builtinKind<CertificateSigningRequest>({
  group: "certificates.k8s.io",
  plural: "certificatesigningrequests",
  resetFields: [["spec"], ["status"]],
  validateName: nameIsPathSegment,
  prepareForCreate: (draft, { user }) => {
    recordRequester((draft.spec ??= {}), user);
    delete draft.status;
  },
  validate: (object) => checkRequestSpec(object.spec ?? {}),
  prepareForUpdate: (draft, old) => keepField(draft, old, "spec"),
  validateUpdate: (object, old) => statusErrors(object, old, {}),
  status: statusStrategy,
  fields: {
    labels: ["spec.signerName"],
    valuesOf: (object) => ({
      "spec.signerName": object.spec?.signerName ?? "",
    }),
  },
  subresources: [approvalSubresource],
  cells: (object) => {
    const { spec = {}, status = {} } = object;
    const has = (wanted: string): boolean => (status.conditions ?? []).some(({ type }) => type === wanted);
    const decision = has("Denied") ? "Denied" : has("Approved") ? "Approved" : "Pending";
    return {
      SignerName: (spec.signerName ?? "") === "" ? "<none>" : spec.signerName,
      Requestor: spec.username ?? "",
      RequestedDuration:
        spec.expirationSeconds === undefined ? "<none>" : formatDuration(spec.expirationSeconds * 1000),
      Condition: `${decision}${has("Failed") ? ",Failed" : ""}${(status.certificate ?? "") === "" ? "" : ",Issued"}`,
    };
  },
});

function statusErrors(
  object: ReadonlyObject,
  old: ReadonlyObject,
  rights: StatusRights,
): ReturnType<typeof checkStatusUpdate> {
  const statusOf = (
    each: ReadonlyObject,
  ): NonNullable<ReturnType<typeof viewOf<CertificateSigningRequest>>["status"]> =>
    viewOf<CertificateSigningRequest>(each).status ?? {};
  return checkStatusUpdate(statusOf(object), statusOf(old), rights);
}
