// Where the validator is in the value. The text of a place is made only for a finding, since most values have none.

/** A place in the value; undefined is its root. */
export interface Place {
  readonly parent: Place | undefined;
  readonly step: string | number;
  /** Whether the step gets a dot even at the root, as upstream has it for keys that the schema does not name. */
  readonly dotted: boolean;
}

/** The text of a place: `spec.ports[0].name`, or `.key` for an unnamed key at the root. */
export function formatPlace(place: Place | undefined): string {
  const steps: string[] = [];
  for (let at = place; at !== undefined; at = at.parent) {
    if (typeof at.step === "number") steps.push(`[${at.step}]`);
    else steps.push(at.dotted || at.parent !== undefined ? `.${at.step}` : at.step);
  }
  return steps.reverse().join("");
}
