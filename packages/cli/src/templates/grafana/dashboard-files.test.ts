import assert from "node:assert/strict";
import { createMetrics } from "@kubewright/telemetry";
import { test } from "vitest";

import { dashboardFiles, resourcePanels, runtimePanels } from "./dashboard-files.ts";

test("every metric of a dashboard exists in an operator", async () => {
  const { body } = await createMetrics({ process: true }).expose();
  const known = new Set([...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name = ""]) => name));

  const asked = [...runtimePanels, ...resourcePanels].flatMap(({ query }) =>
    [...query.matchAll(/([a-z0-9_]+)\{/g)].map(([, name = ""]) => name.replace(/_bucket$/, "")),
  );

  assert.ok(asked.length >= runtimePanels.length);
  assert.deepEqual(
    asked.filter((name) => !known.has(name)),
    [],
  );
});

test("panels are in rows of two, and use the selected data source", () => {
  const [runtime] = dashboardFiles();
  const { panels } = JSON.parse(runtime?.content ?? "") as {
    readonly panels: readonly { readonly id: number; readonly gridPos: object; readonly datasource: object }[];
  };

  assert.deepEqual(
    panels.slice(0, 3).map(({ gridPos }) => gridPos),
    [
      { x: 0, y: 0, w: 12, h: 8 },
      { x: 12, y: 0, w: 12, h: 8 },
      { x: 0, y: 8, w: 12, h: 8 },
    ],
  );
  for (const { datasource } of panels) assert.deepEqual(datasource, { type: "prometheus", uid: "${datasource}" });
});
