/**
 * Mutants: an answer with one thing wrong in it. A record that does not notice them proves nothing, so each case is tried with answers
 * that lack a field, say something else, or come with another status or header.
 */
import type { Random } from "@kubewright/async";
import { chosenPortFields, maskedFields } from "./mask.ts";
import type { CaseAnswer } from "./run-case.ts";

export interface Alteration {
  /** What is wrong: `dropped body.details.kind`. */
  readonly what: string;
  /** The place, as `differencesBetween` names it within an answer. */
  readonly at: string;
  readonly answer: CaseAnswer;
}

/** Small bodies, as those of errors, are altered everywhere; of large ones so many places are chosen. */
const placesMax = 6;

/** Alterations of one answer, the same for the same `random`. */
export function alterationsOf(answer: CaseAnswer, random: Random): readonly Alteration[] {
  const places = chosen(placesIn(answer.body, []), random);
  return [
    { what: "another status", at: "status", answer: { ...answer, status: answer.status + 1 } },
    ...answer.comparedHeaders.map((name) => ({
      what: `another ${name}`,
      at: `headers.${name}`,
      answer: { ...answer, headers: { ...answer.headers, [name]: '299 - "beware"' } },
    })),
    ...places.flatMap((place) => {
      const at = ["body", ...place].join(".");
      const dropped =
        place.length === 0 ? [] : [{ what: `dropped ${at}`, at, answer: altered(answer, place, undefined) }];
      const wrong = otherThan(valueAt(answer.body, place));
      return isTold(place)
        ? [...dropped, { what: `altered ${at}`, at, answer: altered(answer, place, wrong) }]
        : dropped;
    }),
  ];
}

type Place = readonly string[];

/** Whether the value is in the record: masked ones are not, and cells hold ages among others. */
function isTold(place: Place): boolean {
  const field = place.at(-1) ?? "";
  const isMasked = field === "resourceVersion" || maskedFields.has(field) || chosenPortFields.has(field);
  return !isMasked && place.at(-2) !== "cells";
}

function placesIn(value: unknown, at: Place): readonly Place[] {
  if (typeof value !== "object" || value === null) return [at];
  return Object.entries(value).flatMap(([key, item]) => placesIn(item, [...at, key]));
}

function chosen(places: readonly Place[], random: Random): readonly Place[] {
  if (places.length <= placesMax) return places;
  return Array.from({ length: placesMax }, () => places[random.int(places.length)] ?? []);
}

function otherThan(value: unknown): unknown {
  switch (typeof value) {
    case "string":
      return `${value} or so`;
    case "number":
      return value + 1;
    case "boolean":
      return !value;
    default:
      return "something";
  }
}

function valueAt(value: unknown, place: Place): unknown {
  return place.reduce((found, key) => (found as Readonly<Record<string, unknown>>)[key], value);
}

function altered(answer: CaseAnswer, place: Place, value: unknown): CaseAnswer {
  return { ...answer, body: replaced(answer.body, place, value) };
}

function replaced(container: unknown, [key, ...rest]: Place, value: unknown): unknown {
  if (key === undefined) return value;
  const inside = replaced((container as Readonly<Record<string, unknown>>)[key], rest, value);
  if (Array.isArray(container)) {
    return container.flatMap((item: unknown, index) =>
      String(index) === key ? (inside === undefined ? [] : [inside]) : [item],
    );
  }
  const others = Object.entries(container as object).filter(([name]) => name !== key);
  return Object.fromEntries(inside === undefined ? others : [...others, [key, inside]]);
}
