// The path of the validator in the value. It is formatted only for a problem, because most values are valid.

/** A path in the value; `undefined` is its root. */
export interface Place {
  readonly parent: Place | undefined;
  readonly step: string | number;
  /** Whether the step begins with a dot also at the root, as in kube-apiserver for undeclared keys. */
  readonly dotted: boolean;
}

/** Formats a path: `spec.ports[0].name`, or `.key` for an undeclared key at the root. */
export function formatPlace(place: Place | undefined): string {
  const steps: string[] = [];
  for (let at = place; at !== undefined; at = at.parent) {
    if (typeof at.step === "number") steps.push(`[${at.step}]`);
    else steps.push(at.dotted || at.parent !== undefined ? `.${at.step}` : at.step);
  }
  return steps.reverse().join("");
}
