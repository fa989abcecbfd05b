/**
 * The accepted differences between the embedded server and the recorded responses, with reasons. A difference that is not listed fails the
 * suite, and so does an entry that no longer deviates.
 */
import { httpDeviations } from "./cases/http/deviations.ts";
import type { Deviation } from "./deviation.ts";

const prose = "the data of the server has no descriptions of built-in types";

export const deviations: readonly Deviation[] = [
  ...[0, 5].map((index) => ({
    case: "apply-bad-bodies",
    at: `${index}.body.message`,
    reason: "the message comes from the YAML parser",
  })),
  { case: "yaml-errors", at: "*.body.message", reason: "the message comes from the YAML parser" },
  {
    case: "yaml-as-answers",
    at: "2.body",
    reason: 'the key "." is quoted, because YAML 1.1 parsers read it as a number',
  },
  {
    case: "yaml-merged",
    at: "*.headers.warning",
    reason: "a field that is merged and then set is not reported as a duplicate",
  },
  ...[
    "read-table*",
    "kind-*",
    "table-*",
    "printer-column-*",
    "state-*",
    "list-*",
    "service-*",
    "endpoint-slice-*",
    "event-*",
    "ingress-*",
    "scale-form-*",
    "autoscaler-*",
    "negotiation-other-kinds",
    "watch-forms-table-of-ended-pods",
    "walk-*",
    "validating-policy-*",
    "mutating-policy-field-*",
  ].map((name) => ({
    case: name,
    at: "*.body.columnDefinitions.*.description",
    reason: prose,
  })),
  ...[
    "resource-claim-immutable-spec",
    "claim-spec-templates",
    "claim-device-allocation",
    "claim-device-admin-access",
    "claim-right-binding",
  ].flatMap((name) =>
    ["*.body.message", "*.body.details.causes.*.message"].map((at) => ({
      case: name,
      at,
      reason: "the message contains the whole spec or allocation as Go values",
    })),
  ),
  ...["*.body.message", "*.body.details.causes.*.message"].map((at) => ({
    case: "volume-changes",
    at,
    reason: "the message ends with a diff of Go values",
  })),
  ...["*.body.message", "*.body.details.causes"].map((at) => ({
    case: "kind-batch-jobs",
    at,
    reason: "the message contains a whole Pod template with its Go values",
  })),
  { case: "certificate-request-*", at: "*.body.columnDefinitions.*.description", reason: prose },
  { case: "watch-*", at: "*.body.events.*.object.columnDefinitions.*.description", reason: prose },
  ...["1.body.message", "1.body.details.causes.0.message"].map((at) => ({
    case: "patch-merge-kind",
    at,
    reason: "the object is not decoded as the other kind that the patch names",
  })),
  ...["1.body.message", "1.body.details.causes.0.message"].map((at) => ({
    case: "pod-changed-spec",
    at,
    reason: "the message ends with a diff of Go values",
  })),
  ...["*.body.message", "*.body.details.causes.*.message"].map((at) => ({
    case: "job-update-template",
    at,
    reason: "the message contains the whole template as Go values",
  })),
  { case: "cr-lifecycle-columns", at: "*.body.columnDefinitions.0.description", reason: prose },
  { case: "cr-lifecycle-default-columns", at: "*.body.columnDefinitions.*.description", reason: prose },
  {
    case: "crd-values-embedded-default",
    at: "0.body.spec",
    reason: "the validation of a default in kube-apiserver drops unknown fields of metadata from the CRD itself",
  },
  ...httpDeviations,
];
