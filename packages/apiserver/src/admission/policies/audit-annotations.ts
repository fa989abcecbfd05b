/** The annotations that validating policies add to the audit event of a request. */
import { stringifyGoJson } from "@kubewright/apimachinery";
import type { ValidationActionView } from "../../kinds/admissionregistration/admission-kind.ts";

/** A validation that failed, as the annotation shows it. The order of the fields is that of kube-apiserver. */
export interface ValidationFailure {
  readonly message: string;
  readonly policy: string;
  readonly binding: string;
  readonly expressionIndex: number;
  readonly validationActions: readonly ValidationActionView[];
}

const failureKey = "validation.policy.admission.k8s.io/validation_failure";
/** Longer values are truncated. */
const valueBytesMax = 10 * 1024;

/** Collects annotations. As in kube-apiserver, an event shows only the first validation that failed. */
export class AuditAnnotations {
  #firstFailure: string | undefined;
  /** The distinct values by key. */
  readonly #values = new Map<string, Set<string>>();

  addFailure(failure: ValidationFailure): void {
    this.#firstFailure ??= stringifyGoJson([failure]);
  }

  /** Adds the value of an annotation that a policy declares. Other bindings and params may add other values. */
  add(policy: string, key: string, value: string): void {
    const name = `${policy}/${key}`;
    const values = this.#values.get(name) ?? new Set();
    this.#values.set(name, values.add(truncated(value)));
  }

  publish(annotate: (key: string, value: string) => void): void {
    if (this.#firstFailure !== undefined) annotate(failureKey, this.#firstFailure);
    for (const [key, values] of this.#values) annotate(key, [...values].join(", "));
  }
}

/** As in Go, a character that does not fit becomes one replacement character per byte. */
function truncated(value: string): string {
  const bytes = Buffer.from(value);
  if (bytes.length <= valueBytesMax) return value;
  let end = valueBytesMax;
  while (((bytes[end] ?? 0) & 0b1100_0000) === 0b1000_0000) end -= 1;
  return bytes.toString("utf8", 0, end) + "\uFFFD".repeat(valueBytesMax - end);
}
