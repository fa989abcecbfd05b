/** Compares a response with the model, and returns the state of the object afterwards. */
import type { Call, HistoryKind, Outcome, View } from "./history.ts";
import { isSameContent, next } from "./model.ts";
import type { Effect, State } from "./model.ts";

/**
 * "strict": every operation takes effect at one moment. "removal in two steps": as in kube-apiserver, where a delete, or an update that removes the last
 * finalizer of a terminating object, first decides to remove the object and then removes its current state.
 */
export type Semantics = "strict" | "removal in two steps";

/** The states that the call can lead to from this state, given its response. None: the response is wrong in this state. */
export function statesAfter(kind: HistoryKind, state: State, call: Call, semantics: Semantics): readonly State[] {
  if (call.outcome.type === "unknown")
    return statesAfterUnknown(state, next(kind, state, call.operation), call.outcome);
  const after = stateAfter(state, next(kind, state, call.operation), call.outcome);
  if (after !== undefined) return [after];
  return semantics === "removal in two steps" ? statesAfterLateRemoval(state, call) : [];
}

/** Whether the response shows that the object does not exist. */
export function isRemoval({ operation, outcome }: Call): boolean {
  if (outcome.type === "removed") return true;
  const isRead = operation.verb === "get" || operation.verb === "delete" || operation.verb === "status";
  return outcome.type === "object" && !isRead && outcome.object.deleting && outcome.object.finalizers.length === 0;
}

function stateAfter(state: State, effect: Effect, outcome: Outcome): State | undefined {
  switch (effect.type) {
    case "refused":
      return outcome.type === "refused" && outcome.code === effect.code ? state : undefined;
    case "removed":
      return outcome.type === "removed" && outcome.uid === effect.uid ? { revision: state.revision } : undefined;
    case "removed by an update":
      if (outcome.type !== "object" || outcome.code !== 200) return undefined;
      return isIdentical(outcome.object, effect.object) ? { revision: state.revision } : undefined;
    case "unchanged":
      if (outcome.type !== "object" || outcome.code !== effect.code) return undefined;
      return isIdentical(outcome.object, effect.object) ? state : undefined;
    case "created":
    case "changed":
      return stateAfterWrite(state, effect, outcome);
  }
}

function stateAfterWrite(
  state: State,
  effect: Extract<Effect, { type: "created" | "changed" | "unchanged" }>,
  outcome: Outcome,
): State | undefined {
  if (outcome.type !== "object" || outcome.code !== effect.code) return undefined;
  const { object } = outcome;
  if (object.revision <= state.revision || !isSameContent(object, effect.object)) return undefined;
  if (effect.type === "changed" && object.uid !== effect.object.uid) return undefined;
  return { revision: object.revision, object };
}

/** The states that an operation without a response can lead to. None if it would change nothing: such a call needs no place in an order. */
function statesAfterUnknown(
  state: State,
  effect: Effect,
  { views, uids }: Extract<Outcome, { type: "unknown" }>,
): readonly State[] {
  switch (effect.type) {
    case "refused":
    case "unchanged":
      return [];
    case "removed":
    case "removed by an update":
      return [{ revision: state.revision }];
    case "created":
    case "changed": {
      const isNew = effect.type === "created";
      const seen = views.filter(
        (view) =>
          view.revision > state.revision &&
          isSameContent(view, effect.object) &&
          (isNew || view.uid === effect.object.uid),
      );
      // No client has the revision of an object that no read returned, so no precondition equals it. It is below that of the next write.
      const revision = state.revision + 0.5;
      const unseen = (isNew ? ["", ...uids] : [effect.object.uid]).map((uid) => ({ ...effect.object, uid, revision }));
      return [...seen, ...unseen].map((object) => ({ revision: object.revision, object }));
    }
  }
}

/** The earlier decision removes the current object, or the object does not exist any more. */
function statesAfterLateRemoval(state: State, call: Call): readonly State[] {
  if (!isRemoval(call)) return [];
  if (call.outcome.type === "removed" && call.outcome.uid !== state.object?.uid) return [];
  return [{ revision: state.revision }];
}

function isIdentical(one: View, other: View): boolean {
  return one.uid === other.uid && one.revision === other.revision && isSameContent(one, other);
}
