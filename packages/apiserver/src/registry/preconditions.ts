/** What a delete may ask of the object: that it is this very one, in this very version. */
import { conflict } from "@kubewright/apimachinery";
import type { ReadonlyObject } from "./api-object.ts";
import type { Strategy } from "./strategy.ts";

export interface Preconditions {
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

/** The kind, as far as the texts depend on it. */
export interface PreconditionKind {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly strategy: Pick<Strategy, "beginDeletion">;
}

/** Throws 409 when the object is not as it is asked to be. */
export function assertPreconditions(
  { group, kind, plural, strategy }: PreconditionKind,
  { uid, resourceVersion }: Preconditions,
  old: ReadonlyObject,
): void {
  const { name = "", uid: storedUid = "", resourceVersion: stored = "" } = old.metadata;
  // A kube-apiserver names the kind here, where all its other conflicts name the resource.
  const subject = { group, resource: kind };
  if (strategy.beginDeletion !== undefined) {
    // The reference deletes these kinds in ways of their own, with texts of their own.
    const refuse = (what: string, asked: string, found: string): never => {
      const why = `Precondition failed: ${what} in precondition: ${asked}, ${what} in object meta: ${found}`;
      throw conflict({ group, resource: plural }, name, why);
    };
    if (uid !== undefined && uid !== storedUid) refuse("UID", uid, storedUid);
    if (resourceVersion !== undefined && resourceVersion !== stored) refuse("ResourceVersion", resourceVersion, stored);
    return;
  }
  if (uid !== undefined && uid !== storedUid) {
    const why = `the UID in the precondition (${uid}) does not match the UID in record (${storedUid})`;
    throw conflict(subject, name, `${why}. The object might have been deleted and then recreated`);
  }
  if (resourceVersion !== undefined && resourceVersion !== stored) {
    const why = `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${stored})`;
    throw conflict(subject, name, `${why}. The object might have been modified`);
  }
}
