/** AlwaysAdmit and AlwaysDeny, which kube-apiserver has for tests and old configurations. */
import type { AdmissionAttributes, AdmissionPlugin } from "../../registry/admission-plugin.ts";
import { forbid } from "./forbid.ts";

/** Does nothing. */
export const alwaysAdmit: AdmissionPlugin = { name: "AlwaysAdmit" };

export const alwaysDeny: AdmissionPlugin = { name: "AlwaysDeny", mutate: deny, validate: deny };

function deny(attributes: AdmissionAttributes): never {
  throw forbid(attributes, "admission control is denying all modifications");
}
