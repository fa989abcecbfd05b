// A history of writes as questions: the question about a write contains the result of the earlier writes,
// as computed by our functions.

import { decodeJson, encodeJson, finish, isJsonObject } from "@kubewright/apimachinery";
import type { JsonObject } from "@kubewright/apimachinery";
import { fieldSet, fieldSetFromJson, fieldSetToJson } from "@kubewright/schema";
import type { FieldSet } from "@kubewright/schema";
import type { History, Write } from "./any-question.ts";
import type { OracleManager, Question, WriteQuestion } from "./question.ts";
import { answerOf, converterOf } from "./question.ts";

/** A manager of a version that never existed, which owns all written fields. */
const forgotten: OracleManager = { name: "forgotten", version: "v0", applied: false, set: '{"f:a":{},"f:b":{}}' };

/** The manager in questions about updates. It is empty, because servers merge the taken fields with those of the updater. */
const update = "an update";

/** The questions of a history, one for each write up to the first that is rejected. */
export function* questionsOf({ versions, writes }: History): Generator<Question> {
  let live: JsonObject = { apiVersion: "v1", kind: "Thing" };
  let managers: readonly OracleManager[] = [forgotten];
  for (const write of writes) {
    const question = questionOf(versions, write, live, managers);
    yield question;
    const { error, conflicts, value, managers: after = [] } = answerOf(question);
    if (error !== undefined) return;
    if (conflicts !== undefined) continue;
    live = question.op === "update" ? question.next : isJsonObject(value) ? value : question.live;
    managers = owners(after, write).flatMap(withoutTypeMeta);
  }
}

function questionOf(
  versions: History["versions"],
  { version, op, manager, value, isPatch, force, ignored }: Write,
  live: JsonObject,
  managers: readonly OracleManager[],
): WriteQuestion {
  const kind = { ...versions, version };
  const before = live["apiVersion"] === version ? live : finish(converterOf(kind).convert(live, version));
  const sent: JsonObject = { ...(isJsonObject(value) ? value : {}), apiVersion: version, kind: "Thing" };
  const { value: patched } = answerOf({ ...kind, op: "merge", live: before, next: sent });
  return {
    ...kind,
    op,
    live: before,
    next: op === "update" && isPatch && isJsonObject(patched) ? patched : sent,
    managers,
    manager: op === "apply" ? manager : update,
    force,
    ...(ignored && { ignored }),
  };
}

/** The managers after a write: the fields that an update took belong to its updater, with the rest of its earlier fields. */
function owners(after: readonly OracleManager[], { op, manager, version }: Write): readonly OracleManager[] {
  const taken = after.find(({ name }) => name === update);
  if (op === "apply" || taken === undefined) return after;
  const name = `${manager} with ${version}`;
  const left = after.find((owner) => owner.name === name);
  const others = after.filter((owner) => owner !== left && owner !== taken);
  return [...others, { ...taken, name, set: left === undefined ? taken.set : union(left.set, taken.set) }];
}

/** Servers record no ownership of the kind's own names. */
function withoutTypeMeta(manager: OracleManager): readonly OracleManager[] {
  const set = setOf(manager.set).difference(fieldSet([{ field: "apiVersion" }], [{ field: "kind" }]));
  return set.isEmpty ? [] : [{ ...manager, set: encodeJson(fieldSetToJson(set)) }];
}

function union(left: string, right: string): string {
  return encodeJson(fieldSetToJson(setOf(left).union(setOf(right))));
}

function setOf(fieldsV1: string): FieldSet {
  return fieldSetFromJson(decodeJson(fieldsV1).value);
}
