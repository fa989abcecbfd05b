/** Requests for certificates: https://kubernetes.io/docs/reference/access-authn-authz/certificate-signing-requests/ */
import type { CertificateSigningRequest } from "@kubewright/api/certificates.k8s.io/v1";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { viewOf } from "../typed.ts";

export const certificateSigningRequestKind: BuiltinKind = {
  group: "certificates.k8s.io",
  plural: "certificatesigningrequests",
  fields: {
    labels: ["spec.signerName"],
    valuesOf: (object) => ({
      "spec.signerName": viewOf<CertificateSigningRequest>(object).spec?.signerName ?? "",
    }),
  },
};
