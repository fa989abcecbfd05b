/** The metadata of the object in a request, which its audit event contains. */
export interface AuditedObject {
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}
