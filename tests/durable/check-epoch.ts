/**
 * Checks an epoch against the state of the next server. The state of each object must follow from its calls: those with a response have happened, those
 * without may have happened. What a watch has delivered has happened, too.
 */
import type { Call, View } from "../histories/history.ts";
import { linearize } from "../histories/linearize.ts";
import { contentKey } from "../histories/model.ts";
import { printCalls } from "../histories/print.ts";
import { isRemoval } from "../histories/semantics.ts";
import type { Epoch, Snapshot } from "./epoch.ts";

/** The object that was seen at each revision, over all epochs of a directory. */
export type Ledger = Map<number, string>;

/** The findings, as text. `closing` is the state of the next server before its first write. */
export function checkEpoch(epoch: Epoch, closing: Snapshot, ledger: Ledger): readonly string[] {
  const names = new Set([
    ...Object.keys(epoch.opening.items),
    ...Object.keys(closing.items),
    ...epoch.calls.map(({ object }) => object),
  ]);
  return [
    ...[...names].toSorted().flatMap((object) => stateProblem(epoch, closing, object)),
    ...revisionProblems(epoch, closing, ledger),
    ...orderProblems(epoch),
  ];
}

function stateProblem(epoch: Epoch, closing: Snapshot, object: string): readonly string[] {
  const { kind, opening } = epoch;
  const answered = callsOf(epoch, closing, object);
  const views = answered.flatMap(({ outcome }) => (outcome.type === "object" ? [outcome.object] : []));
  const uids = [...new Set(answered.flatMap(({ outcome }) => uidOf(outcome)))];
  const calls = answered.map((call) =>
    call.outcome.type === "unknown" ? { ...call, outcome: { ...call.outcome, views, uids } } : call,
  );
  const before = opening.items[object];
  const initial = { revision: opening.revision, ...(before !== undefined && { object: before }) };
  if (linearize(kind, calls, { initial }).linearizable) return [];
  return [`The state of "${object}" after the restart does not follow from its calls.\n${printCalls(calls, initial)}`];
}

/** The calls to the object, with the events of the watch and the state of the next server as reads. */
function callsOf({ calls, events }: Epoch, closing: Snapshot, object: string): readonly Call[] {
  const read = { client: -1, object, operation: { verb: "get" } } as const;
  const delivered = events.filter((event) => event.object === object && event.type !== "DELETED");
  const last = closing.items[object];
  return [
    ...calls.filter((call) => call.object === object),
    ...delivered.map(({ view, at }): Call => {
      return { ...read, invoked: 0, returned: at, outcome: { type: "object", code: 200, object: view } };
    }),
    {
      ...read,
      invoked: Number.MAX_SAFE_INTEGER,
      returned: Number.MAX_SAFE_INTEGER + 1,
      outcome:
        last === undefined
          ? { type: "refused", code: 404, message: "not in the list" }
          : { type: "object", code: 200, object: last },
    },
  ];
}

function uidOf(outcome: Call["outcome"]): readonly string[] {
  if (outcome.type === "object") return [outcome.object.uid];
  return outcome.type === "removed" ? [outcome.uid] : [];
}

/** Revisions of an epoch are above those of earlier ones, no revision has two contents, and the next server is not behind. */
function revisionProblems({ opening, calls, events }: Epoch, closing: Snapshot, ledger: Ledger): readonly string[] {
  const answers = calls.flatMap((call) =>
    // An update that removes the object returns the revision on which it was based.
    call.outcome.type === "object" && !isRemoval(call) ? [seenAs(call.object, call.outcome.object)] : [],
  );
  const delivered = events.map(({ type, object, view }) =>
    seenAs(type === "DELETED" ? `${object} deleted` : object, view),
  );
  const listed = [opening, closing].flatMap(({ items }) =>
    Object.entries(items).map(([name, view]) => seenAs(name, view)),
  );
  const problems: string[] = [];
  for (const { revision, content } of [...answers, ...delivered, ...listed]) {
    const known = ledger.get(revision);
    if (known !== undefined && known !== content)
      problems.push(`Revision ${revision} is used twice: ${known}, ${content}`);
    ledger.set(revision, content);
    if (revision > closing.revision)
      problems.push(`Revision ${revision} is above that of the next server, ${closing.revision}`);
  }
  const unchanged = new Set(Object.values(opening.items).map(({ revision }) => revision));
  for (const { revision } of [...answers, ...delivered]) {
    if (revision <= opening.revision && !unchanged.has(revision)) {
      problems.push(`Revision ${revision} was written after revision ${opening.revision}`);
    }
  }
  return problems;
}

function seenAs(name: string, view: View): { readonly revision: number; readonly content: string } {
  return { revision: view.revision, content: `${name} ${view.uid} ${contentKey(view)}` };
}

function orderProblems({ events }: Epoch): readonly string[] {
  return events.flatMap(({ view }, index) => {
    const before = events[index - 1]?.view.revision ?? 0;
    return view.revision > before ? [] : [`The watch has delivered revision ${view.revision} after ${before}`];
  });
}
