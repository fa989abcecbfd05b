/**
 * DenyServiceExternalIPs: a Service gets no external IPs that it did not have.
 * https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/#denyserviceexternalips
 */
import type { Service } from "@kubewright/api/core/v1";
import { viewOf } from "../../kinds/typed.ts";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import type { AdmissionPlugin } from "../../registry/admission-plugin.ts";
import { forbid, isAbout } from "./forbid.ts";

export const denyServiceExternalIps: AdmissionPlugin = {
  name: "DenyServiceExternalIPs",
  validate: (attributes) => {
    const { object, oldObject } = attributes;
    if (object === undefined || !isAbout(attributes, "", "services")) return;
    const before = externalIpsOf(oldObject);
    if (externalIpsOf(object).every((ip) => before.includes(ip))) return;
    throw forbid(attributes, "Use of external IPs is denied by admission control");
  },
};

function externalIpsOf(object: ReadonlyObject | undefined): readonly string[] {
  return (object && viewOf<Service>(object).spec?.externalIPs) ?? [];
}
