// Conversions, in synchronous work, of objects that are not stored: drafts of writes and their results. If the converter of the kind waits, the work stops
// at an object that has not been converted, and runs again with the result. The results belong to the work, so no other request can displace them.
import type { Work } from "@kubewright/apimachinery";
import { decodeJson, encodeJson, Rest, runUntilDue } from "@kubewright/apimachinery";
import type { ApiObject } from "../objects/api-object.ts";
import type { VersionConverter } from "./version-converter.ts";

export type AheadConverter = VersionConverter & { readonly type: "ahead" };

type Outcome = { readonly result: unknown } | { readonly failure: unknown };

/** When long work pauses. */
export interface Pauses {
  readonly isPauseDue: () => boolean;
  /** Called between two steps. Returns a promise if a pause is due: the work continues once it resolves. */
  readonly pause: () => Promise<void> | undefined;
}

/** By version and content, because work that runs again decodes its objects again. */
type Conversions = ReadonlyMap<string, Outcome>;

const noConversions: Conversions = new Map();

/** The conversions of the work that runs now. */
let current = noConversions;

/**
 * Runs synchronous work. If it needs an object that has not been converted, converts that object and runs the work again; so the work must have no
 * effects before its last conversion. Returns a promise only in that case. If the converter fails, the work receives a `FailedConversionError`; the
 * promise rejects with the reason unless the work handles it.
 */
export function whenConverted<Result>(work: () => Result): Result | Promise<Result> {
  const run = (conversions: Conversions): Result | Promise<Result> => runWith(conversions, work, run);
  return run(noConversions);
}

/**
 * The same for work in steps, which may pause between them. So a promise is also returned if the work has paused.
 */
export function whenConvertedInSteps<Result>(work: () => Work<Result>, pauses: Pauses): Result | Promise<Result> {
  const run = (conversions: Conversions): Result | Promise<Result> => {
    const resume = (rest: () => Work<Result>): Result | Promise<Result> =>
      runWith(conversions, () => runInSteps(rest, pauses, resume), run);
    return resume(work);
  };
  return run(noConversions);
}

/** Runs work without conversions, which may pause. `resume` is called with the rest of the work after a pause. Default: it runs the rest. */
export function runInSteps<Result>(
  work: () => Work<Result>,
  pauses: Pauses,
  resume: (rest: () => Work<Result>) => Result | Promise<Result> = (rest) => runInSteps(rest, pauses),
): Result | Promise<Result> {
  for (let rest = work; ;) {
    const done = runUntilDue(rest, pauses.isPauseDue);
    if (!(done instanceof Rest)) return done;
    rest = done.resume;
    const pausing = pauses.pause();
    if (pausing !== undefined) return pausing.then(() => resume(rest));
  }
}

/** `again` runs the work from its beginning, with one conversion more. */
function runWith<Result>(
  conversions: Conversions,
  work: () => Result | Promise<Result>,
  again: (conversions: Conversions) => Result | Promise<Result>,
): Result | Promise<Result> {
  const outer = current;
  current = conversions;
  try {
    return work();
  } catch (error) {
    if (error instanceof FailedConversionError) throw error.cause;
    if (!(error instanceof NotConvertedError)) throw error;
    const { key } = error;
    return error.convert().then((outcome) => again(new Map([...conversions, [key, outcome]])));
  } finally {
    current = outer;
  }
}

/**
 * The object in another version. The result belongs to the caller.
 *
 * @throws {NotConvertedError} if the object has not been converted.
 * @throws {FailedConversionError} if it cannot be converted.
 */
export function convertedObject(converter: AheadConverter, object: ApiObject, apiVersion: string): ApiObject {
  const what = `an object of the kind ${object.kind} to ${apiVersion}`;
  const json = awaitedResult(`${apiVersion} ${encodeJson(object)}`, what, async () =>
    encodeJson(await converter.convert(object, apiVersion)),
  );
  return decodeJson(json).value as ApiObject; // It was encoded from an object.
}

/**
 * The result of a conversion for which the work waits: the work runs again with it. `key` identifies the conversion; `what` is what it converts.
 *
 * @throws {NotConvertedError} the first time.
 * @throws {FailedConversionError} if the conversion has failed.
 */
export function awaitedResult<Result>(key: string, what: string, convert: () => Promise<Result>): Result {
  const outcome = current.get(key);
  if (outcome === undefined) throw new NotConvertedError(key, what, convert);
  if ("failure" in outcome) throw new FailedConversionError(outcome.failure);
  return outcome.result as Result; // Conversions with the same key have results of one type.
}

/** Work needs an object in a version to which it has not been converted. Only kinds with a converter that waits throw it. */
export class NotConvertedError extends Error {
  override readonly name = "NotConvertedError";
  readonly key: string;
  /** Converts the object. Never rejects. */
  readonly convert: () => Promise<Outcome>;

  constructor(key: string, what: string, convert: () => Promise<unknown>) {
    super(`Cannot convert ${what}: call "whenConverted" or "prefetch"`);
    this.key = key;
    this.convert = async () => {
      try {
        return { result: await convert() };
      } catch (failure) {
        return { failure };
      }
    };
  }
}

/** The converter has failed; the reason is the `cause`. */
export class FailedConversionError extends Error {
  override readonly name = "FailedConversionError";

  constructor(cause: unknown) {
    super("The converter has failed", { cause });
  }
}
