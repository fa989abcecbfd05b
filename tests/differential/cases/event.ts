/** Events in both versions: core/v1 has few rules, events.k8s.io/v1 has many. */
import { cases, get, patch, post, put } from "../case.ts";
import type { DifferentialCase } from "../case.ts";
import { creates, tried, varied } from "../variations.ts";
import { oddTimes } from "./data-kinds.ts";

const old = "/api/v1/namespaces/{{namespace}}/events";
const goodOld = {
  apiVersion: "v1",
  kind: "Event",
  metadata: { name: "a" },
  involvedObject: { kind: "Pod", namespace: "{{namespace}}", name: "p" },
  reason: "Because",
  type: "Normal",
};

const events = "/apis/events.k8s.io/v1/namespaces/{{namespace}}/events";
const good = {
  apiVersion: "events.k8s.io/v1",
  kind: "Event",
  metadata: { name: "a" },
  eventTime: "2026-01-01T00:00:00.000000Z",
  reportingController: "example.com/c",
  reportingInstance: "c-1",
  action: "Do",
  reason: "Because",
  type: "Normal",
  note: "text",
  regarding: { kind: "Pod", namespace: "{{namespace}}", name: "p" },
};

const asTable = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };
const time = "2026-01-01T00:00:00Z";
const microTime = "2026-01-01T00:00:00.000000Z";

export const eventCases: readonly DifferentialCase[] = cases("event", {
  times: creates(
    old,
    goodOld,
    oddTimes.map((text) => ({ firstTimestamp: text.replace(/[.,]0+/, "") })),
  ),
  old: creates(old, goodOld, [
    {},
    { involvedObject: { namespace: "default" } },
    { involvedObject: { namespace: null } },
    { involvedObject: null },
    { type: "Other", reason: null },
    { message: "m".repeat(2000), count: -1 },
    { firstTimestamp: time, lastTimestamp: time, source: { component: "c", host: "h" } },
    { firstTimestamp: "yesterday" },
    { series: { count: 1 } },
    { eventTime: microTime },
    { eventTime: microTime, reportingComponent: "not a name", reportingInstance: "i", action: "a" },
    { eventTime: microTime, reportingComponent: "c", reportingInstance: "i".repeat(129), action: "a".repeat(129) },
    {
      eventTime: microTime,
      reportingComponent: "c",
      reportingInstance: "i",
      action: "a",
      reason: "r".repeat(129),
      message: "m".repeat(1025),
    },
    { eventTime: microTime, reportingComponent: "c", reportingInstance: "i", action: "a", reason: "" },
    { eventTime: microTime, involvedObject: { namespace: null } },
  ]),
  new: creates(events, good, [
    {},
    { eventTime: null },
    { eventTime: time },
    { type: "Other" },
    { type: null },
    { reportingController: null },
    { reportingController: "not a name" },
    { reportingInstance: null },
    { reportingInstance: "i".repeat(129) },
    { action: null },
    { action: "a".repeat(129) },
    { reason: "" },
    { reason: "r".repeat(129) },
    { note: "n".repeat(1025) },
    { regarding: { namespace: "default" } },
    { regarding: { namespace: null } },
    { series: { count: 1, lastObservedTime: microTime } },
    { series: { count: 2 } },
    { series: { count: 2, lastObservedTime: microTime } },
    { deprecatedFirstTimestamp: time },
    { deprecatedLastTimestamp: time },
    { deprecatedCount: 1 },
    { deprecatedSource: { component: "c" } },
    { deprecatedSource: { host: "h" } },
    { metadata: { name: "Not_A_Name" } },
    { eventTime: null, type: "", action: null, reportingController: null, reportingInstance: null, reason: null },
  ]),
  views: [
    post(old, varied(goodOld, { source: { component: "c", host: "h" }, count: 3, firstTimestamp: time, message: "m" })),
    get(`${events}/a`),
    get(`${old}/a`, asTable),
    get(`${events}/a`, asTable),
    post(events, varied(good, { metadata: { name: "b" }, series: { count: 2, lastObservedTime: microTime } })),
    get(`${old}/b`),
    get(`${old}/b`, asTable),
    get(`${old}?fieldSelector=involvedObject.name%3Dp,reason%3DBecause,source%3Dc`),
    get(`${events}?fieldSelector=regarding.name%3Dp,reportingController%3Dexample.com/c`),
    get(`${events}?fieldSelector=involvedObject.name%3Dp`),
    get(`${old}?fieldSelector=regarding.name%3Dp`),
  ],
  "old-update": [
    post(old, goodOld),
    patch("merge", `${old}/a`, { count: 2, lastTimestamp: time, message: "again" }),
    patch("merge", `${old}/a`, { involvedObject: { namespace: "default" } }),
    patch("merge", `${old}/a`, { reason: "Other", type: "Other" }),
    patch("merge", `${old}/a`, { metadata: { labels: { "not a key": "1" } } }),
    put(`${old}/b`, { ...goodOld, metadata: { name: "b" } }),
  ],
  "new-update": [
    post(events, good),
    ...tried(`${events}/a`, good, [
      { series: { count: 2, lastObservedTime: microTime } },
      { series: { count: 1 } },
      { regarding: { name: "q" } },
      { reason: "Other" },
      { note: "other" },
      { type: "Warning" },
      { eventTime: "2026-01-01T00:00:00.000001Z" },
      { eventTime: null },
      { action: "Other" },
      { related: { name: "r" } },
      { reportingController: "example.com/d" },
      { reportingInstance: "d" },
      { deprecatedCount: 1 },
      { deprecatedSource: { component: "c" } },
      { deprecatedFirstTimestamp: time },
      { deprecatedLastTimestamp: time },
      { metadata: { labels: { l: "1" } } },
    ]),
    patch("merge", `${old}/a`, { message: "changed by the other door" }),
    patch("merge", `${events}/a`, { series: { count: 3, lastObservedTime: microTime } }),
  ],
});
