/**
 * A random sequence: writes of a few clients to a few objects, one after the other. It consists of small independent choices (which object,
 * which changes, which options), so a sequence without some of them is still a sequence, which lets fast-check shrink failures.
 */
import fc from "fast-check";
import type { Change, SequenceKind } from "./kind.ts";

export interface Sequence {
  readonly kind: SequenceKind;
  readonly steps: readonly Step[];
  /** The selector of a watch of the kind during the whole sequence. */
  readonly watched?: WatchChoice;
  /** The served versions that the requests of the steps use, in turns. */
  readonly versions: readonly number[];
}

export interface WatchChoice {
  readonly query: string;
  /**
   * The start of another watch at the end: after the first response or one in the middle, after one of the received events, or
   * at the current state, with initial events.
   */
  readonly resume: "first" | "middle" | "event" | "initial";
  readonly accept?: string;
}

/** One change of one field: an index into the changes of the kind, and one into its values. */
export interface FieldChoice {
  readonly change: number;
  readonly value: number;
}

export type PatchForm = "json" | "merge" | "strategic" | "apply";

/** A version or uid to send: none, that of the last response, that of the first one, or an invalid one. */
export type Known = "none" | "last" | "first" | "wrong";

export type Step =
  | { readonly do: "create"; readonly name: string; readonly fields: readonly FieldChoice[]; readonly query: string }
  | {
      readonly do: "update";
      readonly name: string;
      readonly fields: readonly FieldChoice[];
      readonly version: Known;
      readonly on: Part;
      readonly query: string;
    }
  | {
      readonly do: "patch";
      readonly name: string;
      readonly form: PatchForm;
      readonly fields: readonly FieldChoice[];
      readonly version: Known;
      readonly on: Part;
      readonly query: string;
    }
  | { readonly do: "get"; readonly name: string; readonly on: Part; readonly accept?: string }
  | { readonly do: "list"; readonly query: string; readonly pages: number; readonly accept?: string }
  | {
      readonly do: "delete";
      readonly name: string;
      readonly version: Known;
      readonly uid: Known;
      readonly options: object;
      readonly query: string;
    }
  | { readonly do: "delete-all"; readonly query: string }
  | {
      /** Several concurrent requests for one object, whose outcomes do not depend on their order. */
      readonly do: "together";
      readonly name: string;
      readonly what: Race;
      readonly count: number;
      readonly fields: readonly FieldChoice[];
      readonly version: Known;
    };

/**
 * The requests: merge patches of different annotations; creates of the same object; applies of different annotations by different
 * managers, or of the same object by one; the same update; a delete among merge patches.
 */
export type Race = "patch" | "create" | "annotate" | "apply" | "update" | "delete";

/** Whether the object itself or one of its subresources. */
export type Part = "object" | "status" | "scale";

const names = ["a", "b", "c"] as const;
const name = fc.constantFrom(...names);
const known = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Known>("none") },
  { weight: 3, arbitrary: fc.constant<Known>("last") },
  { weight: 1, arbitrary: fc.constant<Known>("first") },
  { weight: 1, arbitrary: fc.constant<Known>("wrong") },
);
const writeQuery = fc.oneof(
  { weight: 8, arbitrary: fc.constant("") },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "dryRun=All",
      "fieldValidation=Strict",
      "fieldValidation=Ignore",
      "fieldManager=one",
      "fieldManager=two",
      "dryRun=Some",
      "fieldValidation=Loose",
    ),
  },
);
const applyQuery = fc.constantFrom(
  "fieldManager=one",
  "fieldManager=two",
  "fieldManager=one&force=true",
  "fieldManager=two&force=true",
  "fieldManager=one&dryRun=All",
  "",
);
const deleteQuery = fc.oneof(
  { weight: 6, arbitrary: fc.constant("") },
  { weight: 2, arbitrary: fc.constantFrom("dryRun=All", "propagationPolicy=Foreground", "gracePeriodSeconds=0") },
);
const deleteOptions = fc.oneof(
  { weight: 5, arbitrary: fc.constant({}) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<object>(
      { propagationPolicy: "Background" },
      { propagationPolicy: "Foreground" },
      { propagationPolicy: "Orphan" },
      { propagationPolicy: "Elsewhere" },
      { orphanDependents: true },
      { orphanDependents: true, propagationPolicy: "Orphan" },
      { gracePeriodSeconds: 0 },
      { gracePeriodSeconds: 3 },
      { gracePeriodSeconds: -1 },
      { dryRun: ["All"] },
      { bogus: 1 },
    ),
  },
);
const listQuery = fc.constantFrom(
  "",
  "labelSelector=app%3Dx",
  "labelSelector=app!%3Dx",
  "labelSelector=app+in+(x,y),tier",
  "labelSelector=!app",
  "fieldSelector=metadata.name%3Da",
  "fieldSelector=metadata.name!%3Da",
  "fieldSelector=status.phase%3DRunning",
  "resourceVersion=0",
  "labelSelector=%3D",
);
const table = "application/json;as=Table;v=v1;g=meta.k8s.io";
const partial = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";
const partialList = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";

const watchChoice: fc.Arbitrary<WatchChoice | undefined> = fc.option(
  fc.record(
    {
      query: fc.constantFrom("", "", "labelSelector=app%3Dx", "labelSelector=app!%3Dx", "labelSelector=!app"),
      resume: fc.constantFrom("first", "middle", "event", "initial"),
      accept: fc.constantFrom(table, partial),
    },
    { requiredKeys: ["query", "resume"] },
  ),
  { nil: undefined, freq: 2 },
);

const versionChoices = fc.array(fc.nat(2), { minLength: 1, maxLength: 5 });

/** Sequences over these kinds. */
export function sequences(kinds: readonly SequenceKind[]): fc.Arbitrary<Sequence> {
  return fc.constantFrom(...kinds).chain((kind) =>
    fc
      .record({ kind: fc.constant(kind), steps: steps(kind), watched: watchChoice, versions: versionChoices })
      .map(({ watched, ...rest }) => ({
        ...rest,
        // A watch shows the order in which requests of one step were served.
        ...(watched === undefined || rest.steps.some((step) => step.do === "together") ? {} : { watched }),
      })),
  );
}

function steps(kind: SequenceKind): fc.Arbitrary<readonly Step[]> {
  const on = fc.oneof(
    { weight: 10, arbitrary: fc.constant<Part>("object") },
    { weight: kind.statusChanges.length > 0 ? 4 : 1, arbitrary: fc.constant<Part>("status") },
    { weight: kind.hasScale ? 2 : 1, arbitrary: fc.constant<Part>("scale") },
  );
  const fields = fieldChoices(kind.changes);
  const patch = (form: PatchForm, query: fc.Arbitrary<string>): fc.Arbitrary<Step> =>
    fc.record({ do: fc.constant("patch" as const), name, form: fc.constant(form), fields, version: known, on, query });
  return fc.array(
    fc.oneof(
      { weight: 5, arbitrary: fc.record({ do: fc.constant("create" as const), name, fields, query: writeQuery }) },
      {
        weight: 4,
        arbitrary: fc.record({
          do: fc.constant("update" as const),
          name,
          fields,
          version: known,
          on,
          query: writeQuery,
        }),
      },
      { weight: 3, arbitrary: patch("merge", writeQuery) },
      { weight: 3, arbitrary: patch("json", writeQuery) },
      { weight: kind.custom ? 1 : 3, arbitrary: patch("strategic", writeQuery) },
      { weight: 4, arbitrary: patch("apply", applyQuery) },
      {
        weight: 2,
        arbitrary: fc.record(
          { do: fc.constant("get" as const), name, on, accept: fc.constantFrom(table, partial) },
          { requiredKeys: ["do", "name", "on"] },
        ),
      },
      {
        weight: 2,
        arbitrary: fc.record(
          {
            do: fc.constant("list" as const),
            query: listQuery,
            pages: fc.nat(2),
            accept: fc.constantFrom(table, partialList),
          },
          { requiredKeys: ["do", "query", "pages"] },
        ),
      },
      {
        weight: 3,
        arbitrary: fc.record({
          do: fc.constant("delete" as const),
          name,
          version: known,
          uid: known,
          options: deleteOptions,
          query: deleteQuery,
        }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constant("delete-all" as const), query: listQuery }) },
      {
        weight: 4,
        arbitrary: fc.record({
          do: fc.constant("together" as const),
          name,
          what: fc.constantFrom<Race>("patch", "create", "annotate", "apply", "update", "delete"),
          count: fc.integer({ min: 2, max: 6 }),
          fields,
          version: known,
        }),
      },
    ),
    { minLength: 1, maxLength: 12, size: "max" },
  );
}

/** Mostly few changes: many are rejected because of one of them. */
function fieldChoices(changes: readonly Change[]): fc.Arbitrary<readonly FieldChoice[]> {
  const choice = fc
    .nat(changes.length - 1)
    .chain((at) =>
      fc.record({ change: fc.constant(at), value: fc.nat(Math.max(0, (changes[at]?.values.length ?? 1) - 1)) }),
    );
  return fc.oneof(
    { weight: 3, arbitrary: fc.array(choice, { maxLength: 1 }) },
    { weight: 1, arbitrary: fc.array(choice, { minLength: 1, maxLength: 3 }) },
  );
}
