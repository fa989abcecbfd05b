// What endpoints report for the audit event of a request.

/** The metadata of the object in a request, which its audit event contains. */
export interface AuditedObject {
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

export interface AuditedRequest {
  object?: AuditedObject;
  /** The sum of the times of mutating webhooks, which are called one after another, and the longest time of validating ones. */
  mutatingWebhookMs?: number;
  validatingWebhookMs?: number;
}
