/**
 * Authorizes the approval and signing of certificates: the plugins CertificateApproval, CertificateSigning and CertificateSubjectRestriction.
 * https://kubernetes.io/docs/reference/access-authn-authz/certificate-signing-requests/#authorization
 */
import { isDeepEqual } from "@kubewright/apimachinery";
import type { CertificateSigningRequest } from "@kubewright/api/certificates.k8s.io/v1";
import { isCertificateError, parseCertificateRequest } from "@kubewright/certificates";
import { mastersGroup } from "../../authentication/user-info.ts";
import { pemOf } from "../../kinds/certificates/request-spec.ts";
import { viewOf } from "../../kinds/typed.ts";
import type { AdmissionAttributes, AdmissionPlugin } from "../../registry/admission-plugin.ts";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import type { RequestContext } from "../../contracts/server-context.ts";
import { forbid } from "./forbid.ts";

const group = "certificates.k8s.io";
const plural = "certificatesigningrequests";

/** Approving or denying a request requires the verb `approve` on its signer. */
export const certificateApproval: AdmissionPlugin = {
  name: "CertificateApproval",
  validate: (attributes, context) => {
    const { operation, oldObject } = attributes;
    if (operation !== "UPDATE" || !isRequest(attributes, "approval") || oldObject === undefined) return;
    const signer = signerOf(oldObject);
    if (mayUseSigner(context, "approve", signer)) return;
    throw forbid(attributes, `user not permitted to approve requests with signerName ${JSON.stringify(signer)}`);
  },
};

/** Issuing a certificate and changing conditions require the verb `sign` on the signer of the request. */
export const certificateSigning: AdmissionPlugin = {
  name: "CertificateSigning",
  validate: (attributes, context) => {
    const { operation, object, oldObject } = attributes;
    if (operation !== "UPDATE" || !isRequest(attributes, "status")) return;
    if (object === undefined || oldObject === undefined || isSameStatus(object, oldObject)) return;
    const signer = signerOf(oldObject);
    if (mayUseSigner(context, "sign", signer)) return;
    throw forbid(attributes, `user not permitted to sign requests with signerName ${JSON.stringify(signer)}`);
  },
};

const clientSigner = "kubernetes.io/kube-apiserver-client";

/** Rejects requests for client certificates of the group `system:masters`. */
export const certificateSubjectRestriction: AdmissionPlugin = {
  name: "CertificateSubjectRestriction",
  validate: (attributes) => {
    const { operation, object } = attributes;
    if (operation !== "CREATE" || !isRequest(attributes, "") || object === undefined) return;
    if (signerOf(object) !== clientSigner) return;
    if (!organizationsOf(object, attributes).includes(mastersGroup)) return;
    throw forbid(attributes, `use of ${clientSigner} signer with ${mastersGroup} group is not allowed`);
  },
};

function isRequest({ resource, subresource }: AdmissionAttributes, name: string): boolean {
  return resource.group === group && resource.resource === plural && subresource === name;
}

function signerOf(object: ReadonlyObject): string {
  return viewOf<CertificateSigningRequest>(object).spec?.signerName ?? "";
}

function isSameStatus(object: ReadonlyObject, old: ReadonlyObject): boolean {
  const [next, before] = [object, old].map((each) => viewOf<CertificateSigningRequest>(each).status ?? {});
  return next?.certificate === before?.certificate && isDeepEqual(next?.conditions ?? [], before?.conditions ?? []);
}

function organizationsOf(object: ReadonlyObject, attributes: AdmissionAttributes): readonly string[] {
  try {
    const { request } = viewOf<CertificateSigningRequest>(object).spec ?? {};
    return parseCertificateRequest(pemOf(request ?? "")).organizations;
  } catch (error) {
    if (!isCertificateError(error)) throw error;
    throw forbid(attributes, `failed to parse CSR: ${error.message}`);
  }
}

/** Whether the user has the verb on the signer, or on all signers of its domain (`kubernetes.io/*`). */
function mayUseSigner({ user, authorizer }: RequestContext, verb: string, signer: string): boolean {
  const [domain = ""] = signer.split("/");
  const place = { type: "resource", group, version: "*", resource: "signers", subresource: "", namespace: "" } as const;
  return [signer, `${domain}/*`].some(
    (name) => authorizer.authorize({ user, verb, target: { ...place, name } }).allowed,
  );
}
