/** Events: https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/event-v1/ */
import type { FieldError } from "@kubewright/apimachinery";
import { append, field, fieldPath, invalid } from "@kubewright/apimachinery";
import type { Event } from "@kubewright/api/core/v1";
import { formatAge } from "../../negotiation/age.ts";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import type { FieldSelectorFields } from "../../contracts/field-selectors.ts";
import { checkDnsSubdomain, checkImmutable, checkQualifiedName, checkRequired } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import type { View } from "../typed.ts";
import { viewOf } from "../typed.ts";
import { convertEvent } from "./convert.ts";
import type { EventExpiry } from "./expiry.ts";
import { eventLifetimeMs } from "./expiry.ts";

/** The two views of Events; `expiry` removes old ones. */
export function eventKinds({ committed }: Pick<EventExpiry, "committed">): readonly BuiltinKind[] {
  return [
    { ...coreEvents, committed },
    { ...events, committed },
  ];
}

/** The view of client-go's old event recorder, with little validation. */
const coreEvents: BuiltinKind = builtinKind<Event>({
  group: "",
  plural: "events",
  metadataChecks: { kind: false },
  allowCreateOnUpdate: true,
  lifetimeMs: eventLifetimeMs,
  fields: eventFields(),
  validate: (object) => checkLegacy(object, "reportingComponent"),
  cells: eventCells,
});

/** The view of client-go's new event recorder. Hooks receive the stored form, which is that of core/v1. */
const events: BuiltinKind = builtinKind<Event>({
  group: "events.k8s.io",
  plural: "events",
  allowCreateOnUpdate: true,
  storedAs: { group: "", version: "v1", kind: "Event", plural: "events" },
  convert: convertEvent,
  lifetimeMs: eventLifetimeMs,
  fields: {
    ...eventFields(),
    aliases: () => ({
      "regarding.kind": "involvedObject.kind",
      "regarding.namespace": "involvedObject.namespace",
      "regarding.name": "involvedObject.name",
      "regarding.uid": "involvedObject.uid",
      "regarding.apiVersion": "involvedObject.apiVersion",
      "regarding.resourceVersion": "involvedObject.resourceVersion",
      "regarding.fieldPath": "involvedObject.fieldPath",
      reportingController: "reportingComponent",
    }),
  },
  validate: (object) => throwErrors(object, [...checkLegacy(object, "reportingController"), ...checkStrict(object)]),
  validateUpdate: (object, old) =>
    throwErrors(object, [...checkLegacy(object, "reportingController"), ...checkChange(object, old)]),
  cells: (object, now) => eventCells(viewOf<Event>(convertEvent(object, "v1")), now),
});

/** Throws the errors of an event. They name the core group for requests to either group. */
function throwErrors({ metadata }: ReadonlyObject, errors: readonly FieldError[]): readonly FieldError[] {
  if (errors.length > 0) throw invalid({ group: "", kind: "Event" }, metadata.name ?? "", errors);
  return errors;
}

function eventFields(): FieldSelectorFields {
  return {
    labels: [
      ...["kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath"].map(
        (name) => `involvedObject.${name}`,
      ),
      "reason",
      "reportingComponent",
      "source",
      "type",
    ],
    valuesOf: (object) => {
      const event = viewOf<Event>(object);
      const target = event.involvedObject ?? {};
      const reportingComponent = event.reportingComponent ?? "";
      return {
        "involvedObject.kind": target.kind ?? "",
        "involvedObject.namespace": target.namespace ?? "",
        "involvedObject.name": target.name ?? "",
        "involvedObject.uid": target.uid ?? "",
        "involvedObject.apiVersion": target.apiVersion ?? "",
        "involvedObject.resourceVersion": target.resourceVersion ?? "",
        "involvedObject.fieldPath": target.fieldPath ?? "",
        reason: event.reason ?? "",
        reportingComponent,
        source: nonEmpty(event.source?.component) ?? reportingComponent,
        type: event.type ?? "",
      };
    },
  };
}

/** The cells of an event in its core/v1 form. */
function eventCells(event: View<Event>, now: Date): Readonly<Record<string, unknown>> {
  const first = formatAge(event.firstTimestamp ?? event.eventTime, now);
  const last = event.series?.lastObservedTime ?? event.lastTimestamp;
  const target = event.involvedObject ?? {};
  const kind = (target.kind ?? "").toLowerCase();
  const component = nonEmpty(event.source?.component) ?? event.reportingComponent ?? "";
  const instance = nonEmpty(event.source?.host) ?? event.reportingInstance ?? "";
  return {
    "Last Seen": last === undefined || last === null ? first : formatAge(last, now),
    Type: event.type ?? "",
    Reason: event.reason ?? "",
    Object: target.name === undefined ? kind : `${kind}/${target.name}`,
    Subobject: target.fieldPath ?? "",
    Source: instance === "" ? component : `${component}, ${instance}`,
    Message: (event.message ?? "").trim(),
    "First Seen": first,
    Count: event.series?.count ?? event.count ?? 1,
  };
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}

/** Lengths in bytes. */
const lengthMax = { reportingInstance: 128, action: 128, reason: 128, message: 1024 } as const;

/** Rules for every event. One with an eventTime must name its reporter, action and reason. */
function checkLegacy(event: View<Event>, controllerField: string): readonly FieldError[] {
  const namespace = event.metadata?.namespace ?? "";
  const errors: FieldError[] = [];
  const target = event.involvedObject?.namespace ?? "";
  const isNew = typeof event.eventTime === "string";
  if (!isAbout(target, namespace, isNew)) {
    errors.push(field.invalid(fieldPath("involvedObject", "namespace"), target, "does not match event.namespace"));
  }
  if (isNew) append(errors, checkReport(event, controllerField));
  append(errors, checkDnsSubdomain(namespace, fieldPath("namespace")));
  return errors;
}

/** An event is in the namespace of its object. Events about cluster-scoped objects are in `default`, new ones also in `kube-system`. */
function isAbout(target: string, namespace: string, isNew: boolean): boolean {
  if (target === "") return namespace === "default" || (isNew ? namespace === "kube-system" : namespace === "");
  return isNew || target === namespace;
}

function checkReport(event: View<Event>, controllerField: string): readonly FieldError[] {
  const { reportingComponent = "", reportingInstance = "", action = "", reason = "", message = "" } = event;
  const controller = fieldPath(controllerField);
  return [
    ...checkRequired(reportingComponent, controller),
    ...checkQualifiedName(reportingComponent, controller),
    ...checkText(reportingInstance, "reportingInstance", true),
    ...checkText(action, "action", true),
    ...checkText(reason, "reason", true),
    ...checkText(message, "message", false),
  ];
}

function checkText(text: string, name: keyof typeof lengthMax, isRequired: boolean): readonly FieldError[] {
  const path = fieldPath(name);
  if (text === "") return isRequired ? [field.required(path, "")] : [];
  if (Buffer.byteLength(text, "utf8") <= lengthMax[name]) return [];
  return [field.invalid(path, "", `can have at most ${lengthMax[name]} characters`)];
}

/** Rules of events.k8s.io/v1 for a new event: the deprecated fields are absent. */
function checkStrict(event: View<Event>): readonly FieldError[] {
  const unset = (name: string): FieldError => field.invalid(fieldPath(name), "", "needs to be unset");
  const errors = [...checkSeries(event)];
  if (typeof event.eventTime !== "string") errors.push(field.required(fieldPath("eventTime"), ""));
  if (event.type !== "Normal" && event.type !== "Warning") {
    errors.push(field.invalid(fieldPath("type"), "", `has invalid value: ${event.type ?? ""}`));
  }
  if (typeof event.firstTimestamp === "string") errors.push(unset("firstTimestamp"));
  if (typeof event.lastTimestamp === "string") errors.push(unset("lastTimestamp"));
  if ((event.count ?? 0) !== 0) errors.push(unset("count"));
  if ((event.source?.component ?? "") !== "" || (event.source?.host ?? "") !== "") errors.push(unset("source"));
  return errors;
}

function checkSeries({ series }: View<Event>): readonly FieldError[] {
  if (series === undefined) return [];
  return [
    ...((series.count ?? 0) < 2 ? [field.invalid(fieldPath("series.count"), "", "should be at least 2")] : []),
    ...(typeof series.lastObservedTime === "string" ? [] : [field.required(fieldPath("series.lastObservedTime"), "")]),
  ];
}

const fixedFields = [
  "involvedObject",
  "reason",
  "message",
  "source",
  "firstTimestamp",
  "lastTimestamp",
  "count",
  "reason",
  "type",
  "eventTime",
  "action",
  "related",
] as const;

/** The value of a field in Go: structs with all their fields, and the zero value of an absent field. */
function inGo(name: (typeof fixedFields)[number], value: unknown): unknown {
  const fields = (value ?? {}) as { readonly [field: string]: string | undefined }; // All fields of the structs below are strings.
  switch (name) {
    case "source":
      return { Component: fields["component"] ?? "", Host: fields["host"] ?? "" };
    case "related":
    case "involvedObject":
      if (value === undefined && name === "related") return null;
      return {
        Kind: fields["kind"] ?? "",
        Namespace: fields["namespace"] ?? "",
        Name: fields["name"] ?? "",
        UID: fields["uid"] ?? "",
        APIVersion: fields["apiVersion"] ?? "",
        ResourceVersion: fields["resourceVersion"] ?? "",
        FieldPath: fields["fieldPath"] ?? "",
      };
    case "firstTimestamp":
    case "lastTimestamp":
    case "eventTime":
      return value ?? null;
    case "count":
      return value ?? 0;
    default:
      return value ?? "";
  }
}

/** An event is immutable, except its series. */
function checkChange(event: View<Event>, old: View<Event>): readonly FieldError[] {
  return [
    ...checkSeries(event),
    ...fixedFields.flatMap((name) => checkImmutable(inGo(name, event[name]), inGo(name, old[name]), fieldPath(name))),
    ...checkImmutable(event.reportingComponent ?? "", old.reportingComponent ?? "", fieldPath("reportingController")),
    ...checkImmutable(event.reportingInstance ?? "", old.reportingInstance ?? "", fieldPath("reportingInstance")),
  ];
}
