// Builds valid Events: names, limits and references.
// https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/event-v1/

import type { ObjectReference } from "@kubewright/api/core/v1";
import type { Event } from "@kubewright/api/events.k8s.io/v1";
import { formatMicroTime } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectMeta } from "@kubewright/apimachinery";

import type { EventNote } from "./event-recorder.ts";

/** An Event that a recorder writes. Its name, namespace and object are set. */
export interface RecordedEvent extends Event {
  readonly metadata: ObjectMeta & { readonly name: string; readonly namespace: string };
  readonly regarding: ObjectReference;
}

/** The namespace of Events about cluster-scoped objects. */
const clusterEventsNamespace = "default";

/** The limits of the API server's validation. */
const wordLengthMax = 128;
const noteBytesMax = 1024;
const nameLengthMax = 253;

/** The reporter of an Event. */
export interface Reporter {
  readonly component: string;
  readonly instance: string;
}

/**
 * An Event about `regarding`. Its name contains the object's name, the time and a count, so that events of one millisecond differ. A retry writes
 * the same name.
 *
 * @throws {TypeError} if an object has no apiVersion, kind or name, or if reason or action is empty or too long.
 */
export function eventObject(
  regarding: KubernetesObject,
  note: EventNote,
  at: { readonly wallMs: number; readonly count: number },
  reporter: Reporter,
): RecordedEvent {
  const reference = referenceTo(regarding);
  const suffix = `.${(BigInt(Math.floor(at.wallMs)) * 1_000_000n + BigInt(at.count)).toString(16)}`;
  return {
    apiVersion: "events.k8s.io/v1",
    kind: "Event",
    metadata: {
      name: nameStem(reference.name, nameLengthMax - suffix.length) + suffix,
      namespace: reference.namespace ?? clusterEventsNamespace,
      ...(note.annotations === undefined ? {} : { annotations: note.annotations }),
    },
    eventTime: formatMicroTime(at.wallMs),
    type: note.type,
    reason: word("reason", note.reason),
    action: word("action", note.action),
    note: shortened(note.note),
    regarding: reference,
    ...(note.related === undefined ? {} : { related: referenceTo(note.related) }),
    reportingController: reporter.component,
    reportingInstance: reporter.instance,
  };
}

/** The key of a series (KEP-383): events that differ only in time and note are repetitions. */
export function seriesKey(event: RecordedEvent): string {
  const { type, reason, action, regarding, related } = event;
  return JSON.stringify([type, reason, action, identity(regarding), identity(related)]);
}

/** The parts of a reference that do not change with the object. */
export function identity(reference: ObjectReference | undefined): readonly (string | undefined)[] {
  return [reference?.apiVersion, reference?.kind, reference?.namespace, reference?.name, reference?.uid];
}

function referenceTo({ apiVersion = "", kind = "", metadata }: KubernetesObject): ObjectReference & { name: string } {
  const { name = "", namespace, uid, resourceVersion } = metadata ?? {};
  if (apiVersion === "" || kind === "" || name === "") {
    throw new TypeError(
      `Cannot record event about object "${name}": apiVersion is "${apiVersion}" and kind is "${kind}", all three must be set`,
    );
  }
  return {
    apiVersion,
    kind,
    name,
    ...(namespace === undefined ? {} : { namespace }),
    ...(uid === undefined ? {} : { uid }),
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
  };
}

function word(field: string, text: string): string {
  if (text === "" || text.length > wordLengthMax) {
    throw new TypeError(`Cannot record event: ${field} is "${text}", must have 1 to ${wordLengthMax} characters`);
  }
  return text;
}

/** Names of some kinds, such as `system:node` of RBAC, contain characters that are invalid in an Event's name. */
function nameStem(name: string, lengthMax: number): string {
  const stem = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]/gu, "-")
    .slice(0, lengthMax);
  return stem.replaceAll(/^[.-]+|[.-]+$/gu, "") || "event";
}

/** Cuts a note to the server's limit, between characters, and replaces control characters. */
function shortened(note: string): string {
  const printable = note.replaceAll(/[^\P{Cc}\n\t]/gu, "\u{fffd}");
  const bytes = Buffer.from(printable, "utf8");
  if (bytes.length <= noteBytesMax) return printable;
  const kept = new TextDecoder().decode(bytes.subarray(0, noteBytesMax - 3), { stream: true });
  return `${kept}…`;
}
