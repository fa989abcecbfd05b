/** The accepted deviations of the embedded server in the cases about HTTP. */
import type { Deviation } from "../../deviation.ts";

const goDifference = "the message ends with a diff of Go values";
const inText = ["body.message", "body.details.causes.0.message"] as const;

export const httpDeviations: readonly Deviation[] = [
  ...["discovery-admissionregistration-k8s-io", "discovery-apiextensions-k8s-io"].map((name) => ({
    case: name,
    at: "1.body.resources.*.storageVersionHash",
    reason: "kube-apiserver stores the kind in an older version than the embedded server",
  })),
  {
    case: "status-malformed-yaml",
    at: "0.body.message",
    reason: "the message comes from another YAML parser",
  },
  ...inText.flatMap((place) => [
    { case: "subresource-ephemeral-containers", at: `6.${place}`, reason: goDifference },
    { case: "subresource-ephemeral-containers", at: `11.${place}`, reason: goDifference },
  ]),
];
