/** The accepted deviations of the embedded server in the cases about HTTP. */
import type { Deviation } from "../../deviation.ts";

const goDifference = "the text ends with a difference of Go values";
const inText = ["body.message", "body.details.causes.0.message"] as const;

export const httpDeviations: readonly Deviation[] = [
  ...["discovery-admissionregistration-k8s-io", "discovery-apiextensions-k8s-io"].map((name) => ({
    case: name,
    at: "1.body.resources.*.storageVersionHash",
    reason: "it is stored in an older version there, and in the served one here",
  })),
  {
    case: "status-malformed-yaml",
    at: "0.body.message",
    reason: "the text is another YAML parser's",
  },
  ...inText.flatMap((place) => [
    { case: "subresource-ephemeral-containers", at: `6.${place}`, reason: goDifference },
    { case: "subresource-ephemeral-containers", at: `11.${place}`, reason: goDifference },
    {
      case: "subresource-scale",
      at: `9.${place}`,
      reason: "the text holds a whole object as JSON, with its keys in another order and without managedFields",
    },
  ]),
];
