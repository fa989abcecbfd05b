/** The error of an operator under test. */
import { EnvironmentError } from "../errors.ts";
import { markersFor } from "./denial.ts";
import type { Denial } from "./denial.ts";

/**
 * An operator under test ended with an error, or the API server denied it a request. `waitFor` rejects with it; otherwise disposing the operator or the
 * environment does.
 */
export class OperatorError extends EnvironmentError {
  /** The permissions that the role of the operator does not have. */
  readonly denials: readonly Denial[];
  /** Whether a call has rejected with this error. Disposing the environment then does not throw it again. */
  isReported = false;

  constructor(message: string, { denials = [], ...options }: ErrorOptions & { readonly denials?: readonly Denial[] }) {
    super(message, options);
    this.denials = denials;
  }
}

export function operatorEnded(cause: unknown): OperatorError {
  const found = cause instanceof Error ? cause.message : String(cause);
  return new OperatorError(`Cannot continue the test: the operator ended: ${found}`, { cause });
}

export function operatorDenied(denials: readonly Denial[]): OperatorError {
  const [first] = denials;
  const each = new Set(denials.map(({ verb, resource }) => `${verb} ${resource}`));
  return new OperatorError(
    `Cannot continue the test: the operator, which is user ${JSON.stringify(first?.user)}, is not permitted to ${[...each].join(", ")}: ` +
      `add to the docstring of the reconciler, and run \`kubewright generate --manifests\`:\n${markersFor(denials).join("\n")}`,
    { denials },
  );
}
