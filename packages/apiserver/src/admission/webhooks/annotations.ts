/** The annotations that webhooks add to the audit event of a request. */
import { isQualifiedName, stringifyGoJson } from "@kubewright/apimachinery";
import type { AdmissionContext } from "../../registry/admission-plugin.ts";
import type { Verdict } from "./review-response.ts";
import type { Webhook } from "./webhook-source.ts";

type Annotator = Pick<AdmissionContext, "annotate">;

/** The place of a call among the calls of its request. */
export interface CallPlace {
  /** 1 for the second round of mutating webhooks. */
  readonly round: 0 | 1;
  /** The index of a mutating webhook among all webhooks, or of a validating webhook among those that match. */
  readonly index: number;
}

/** Adds the annotations of a response. The name of the webhook precedes their keys. */
export function annotateVerdict({ name }: Webhook, { auditAnnotations }: Verdict, { annotate }: Annotator): void {
  for (const [key, value] of Object.entries(auditAnnotations)) {
    if (isQualifiedName(`${name}/${key}`).length === 0) annotate(`${name}/${key}`, value);
  }
}

/** Adds whether a mutating webhook has changed the object. */
export function annotateMutation(webhook: Webhook, place: CallPlace, mutated: boolean, { annotate }: Annotator): void {
  const { configuration, name } = webhook;
  annotate(
    `mutation.webhook.admission.k8s.io/${formatPlace(place)}`,
    stringifyGoJson({ configuration, webhook: name, mutated }),
  );
}

/** Adds that the call of a webhook has failed and its failure policy has ignored the failure. */
export function annotateFailedOpen(
  type: "mutation" | "validating",
  { name }: Webhook,
  place: CallPlace,
  { annotate }: Annotator,
): void {
  annotate(`failed-open.${type}.webhook.admission.k8s.io/${formatPlace(place)}`, name);
}

function formatPlace({ round, index }: CallPlace): string {
  return `round_${round}_index_${index}`;
}
