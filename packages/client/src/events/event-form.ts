/** The forms of a stored Event: events.k8s.io/v1, and core/v1 as `record.EventRecorder` of client-go writes it. */
import { Event as CoreEvent } from "@kubewright/api/core/v1";
import { Event } from "@kubewright/api/events.k8s.io/v1";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import type { RecordedEvent } from "./event-object.ts";

/** The API version in which a recorder writes Events. Both versions return every Event. */
export type EventApiVersion = "events.k8s.io/v1" | "v1";

export interface EventForm {
  readonly type: ResourceType;
  body(event: RecordedEvent): KubernetesObject;
  /** The merge patch that sets the count of a series. */
  seriesPatch(event: RecordedEvent): object;
  /** Events with different notes are different Events, and each repetition is written. */
  readonly countsMessages: boolean;
}

const forms: Readonly<Record<EventApiVersion, EventForm>> = {
  "events.k8s.io/v1": {
    type: Event,
    body: (event) => event,
    seriesPatch: ({ series }) => ({ series }),
    countsMessages: false,
  },
  v1: {
    type: CoreEvent,
    body: coreEvent,
    seriesPatch: ({ series, note = "" }) => ({ message: note, ...repetitions(series) }),
    countsMessages: true,
  },
};

/** @throws {TypeError} for another version. */
export function eventForm(apiVersion: EventApiVersion): EventForm {
  const form = Object.hasOwn(forms, apiVersion) ? forms[apiVersion] : undefined;
  if (form) return form;
  throw new TypeError(
    `Cannot create event recorder: apiVersion is "${String(apiVersion)}", must be "events.k8s.io/v1" or "v1"`,
  );
}

/** The older recorder writes no action, related object and instance. Without `eventTime`, the server validates an Event of core/v1 by the rules of the older recorder. */
function coreEvent(event: RecordedEvent): CoreEvent {
  const { metadata, type, reason, note, regarding, series, reportingController = "" } = event;
  const time = event.eventTime ?? "";
  return {
    apiVersion: "v1",
    kind: "Event",
    metadata,
    involvedObject: regarding,
    ...(type === undefined ? {} : { type }),
    ...(reason === undefined ? {} : { reason }),
    ...(note === undefined ? {} : { message: note }),
    source: { component: reportingController },
    reportingComponent: reportingController,
    reportingInstance: "",
    firstTimestamp: inSeconds(time),
    ...repetitions(series ?? { count: 1, lastObservedTime: time }),
  };
}

function repetitions(series: RecordedEvent["series"]): Pick<CoreEvent, "count" | "lastTimestamp"> {
  const { count = 1, lastObservedTime = "" } = series ?? {};
  return { count, lastTimestamp: inSeconds(lastObservedTime) };
}

/** Converts a MicroTime to a Time, which has no fractions of a second. */
function inSeconds(microTime: string): string {
  return `${microTime.slice(0, "2026-01-01T00:00:00".length)}Z`;
}
