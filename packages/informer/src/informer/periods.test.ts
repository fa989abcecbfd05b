// Periods of resyncs and comparisons. A value that is not a number of at least 0 would disable them silently.
import { ConfigMap } from "@kubewright/api/core/v1";
import { createVirtualClock } from "@kubewright/async";
import type { Verbs } from "@kubewright/client";
import { expect, test } from "vitest";
import { byObject } from "../cache/cache-options.ts";
import { createInformerCache } from "../cache/create-informer-cache.ts";
import { createInformer } from "./create-informer.ts";

const verbs = {} as Verbs; // Nothing is requested.
const clock = createVirtualClock();

test.each([Number.NaN, -1, "600000" as unknown as number])("a resync period of %j is rejected", (resyncPeriodMs) => {
  const rule = `resyncPeriodMs is ${JSON.stringify(resyncPeriodMs).replace("null", "NaN")}, must be a number of milliseconds from 0`;
  const informer = createInformer({ type: ConfigMap, verbs, clock });

  expect(() => createInformer({ type: ConfigMap, verbs, clock, resyncPeriodMs })).toThrow(
    `Cannot create informer of configmaps: ${rule}`,
  );
  expect(() => informer.addHandler(() => {}, { resyncPeriodMs })).toThrow(
    `Cannot add handler to informer of configmaps: ${rule}`,
  );
});

test.each([
  [{ syncPeriodMs: -1 }, "syncPeriodMs is -1"],
  [{ consistencyCheckPeriodMs: Infinity }, "consistencyCheckPeriodMs is Infinity"],
  [{ byObject: [byObject(ConfigMap, { syncPeriodMs: Number.NaN })] }, 'syncPeriodMs of "ConfigMap" is NaN'],
  [
    { defaultNamespaces: { west: { syncPeriodMs: Number.NaN } } },
    'syncPeriodMs of namespace "west" in defaultNamespaces is NaN',
  ],
  [
    { byObject: [byObject(ConfigMap, { namespaces: { west: { syncPeriodMs: -1 } } })] },
    'syncPeriodMs of namespace "west" in namespaces of "ConfigMap" is -1',
  ],
])("a cache rejects periods that are not numbers of at least 0, at each level: %#", (options, message) => {
  expect(() => createInformerCache({ verbs, clock, ...options })).toThrow(`Cannot create a cache: ${message}, must be`);
});
