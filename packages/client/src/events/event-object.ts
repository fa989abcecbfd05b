// An Event as the API wants it: names, limits and references.
// https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/event-v1/

import type { ObjectReference } from "@kubewright/api/core/v1";
import type { Event } from "@kubewright/api/events.k8s.io/v1";
import { formatMicroTime } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectMeta } from "@kubewright/apimachinery";

import type { EventNote } from "./event-recorder.ts";

/** An Event as a recorder writes it: everything that its name and its series need is there. */
export interface RecordedEvent extends Event {
  readonly metadata: ObjectMeta & { readonly name: string; readonly namespace: string };
  readonly regarding: ObjectReference;
}

/** Events about objects of the whole cluster live here. */
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
 * An Event about `regarding`. Its name comes from the object's name and the time, with a count for events of one millisecond, so
 * that it is the same when the write is repeated.
 *
 * @throws {TypeError} when an object lacks apiVersion, kind or name, or reason or action are empty or too long.
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

/** The key of a series (KEP-383): events that differ in time and note only are repetitions. */
export function seriesKey(event: RecordedEvent): string {
  const { type, reason, action, regarding, related } = event;
  return JSON.stringify([type, reason, action, identity(regarding), identity(related)]);
}

function identity(reference: ObjectReference | undefined): readonly (string | undefined)[] {
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

/** Names of some kinds, such as `system:node` of RBAC, hold characters that an Event's name may not. */
function nameStem(name: string, lengthMax: number): string {
  const stem = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]/gu, "-")
    .slice(0, lengthMax);
  return stem.replaceAll(/^[.-]+|[.-]+$/gu, "") || "event";
}

/** Cuts a note to what the server takes, between characters, and takes the characters out that could steer a terminal. */
function shortened(note: string): string {
  const printable = note.replaceAll(/[^\P{Cc}\n\t]/gu, "\u{fffd}");
  const bytes = Buffer.from(printable, "utf8");
  if (bytes.length <= noteBytesMax) return printable;
  const kept = new TextDecoder().decode(bytes.subarray(0, noteBytesMax - 3), { stream: true });
  return `${kept}…`;
}
