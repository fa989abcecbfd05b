/**
 * The two rounds of the mutating plugins. In the second round a plugin runs only those of its webhooks or policies that are reinvocable and that ran
 * before a change in the first round.
 * https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#reinvocation-policy
 */
import { isDeepEqual } from "@kubewright/apimachinery";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import { cloneObject } from "../../objects/clone-object.ts";

/** The webhooks or policies that a plugin has run for a request in one round. */
export class Round {
  readonly #isFirst: boolean;
  /** The reinvocable webhooks or policies that have run since the last change. */
  readonly #upToDate: Set<string>;
  /** The reinvocable webhooks or policies that ran before a change. */
  readonly #outdated: Set<string>;
  /** A copy of the object at the end of the round. */
  #left: ReadonlyObject | undefined;

  /** `previous` is the first round, which does not change. `object` is the object now, which other plugins may have changed. */
  constructor(previous: Round | undefined, object: ReadonlyObject | undefined) {
    this.#isFirst = previous === undefined;
    this.#upToDate = new Set(previous === undefined ? [] : previous.#upToDate);
    this.#outdated = new Set(previous === undefined ? [] : previous.#outdated);
    if (previous !== undefined && !isDeepEqual(previous.#left, object)) this.changed();
  }

  /** 0 for the first round, as in the annotations of audit events. */
  get number(): 0 | 1 {
    return this.#isFirst ? 0 : 1;
  }

  /** The second round runs a webhook or policy only if it ran in the first round before a change. */
  runs(id: string): boolean {
    return this.#isFirst || this.#outdated.has(id);
  }

  /** A webhook or policy has changed the object. */
  changed(): void {
    for (const id of this.#upToDate) this.#outdated.add(id);
    this.#upToDate.clear();
  }

  /** A reinvocable webhook or policy has run. */
  ran(id: string): void {
    this.#upToDate.add(id);
  }

  end(object: ReadonlyObject | undefined): void {
    this.#left = object && cloneObject(object);
  }
}
