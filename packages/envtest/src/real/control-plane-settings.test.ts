import { expect, test } from "vitest";
import { settingsFrom } from "./control-plane-settings.ts";

const variables = {
  KUBEBUILDER_CONTROLPLANE_START_TIMEOUT: "1m30s",
  KUBEBUILDER_CONTROLPLANE_STOP_TIMEOUT: "250ms",
  KUBEBUILDER_ATTACH_CONTROL_PLANE_OUTPUT: "true",
};

test("options precede variables, and variables precede defaults", () => {
  const given = {
    startTimeoutMs: 1,
    stopTimeoutMs: 2,
    attachOutput: false,
    etcdFlags: ["--a"],
    apiServerFlags: ["--b"],
  };

  expect(settingsFrom(given, variables)).toEqual(given);
  expect(settingsFrom({}, variables)).toMatchObject({ startTimeoutMs: 90_000, stopTimeoutMs: 250, attachOutput: true });
  expect(settingsFrom({}, {})).toEqual({
    startTimeoutMs: 120_000,
    stopTimeoutMs: 10_000,
    attachOutput: false,
    etcdFlags: [],
    apiServerFlags: [],
  });
});

test.each(["60", "soon", "-1s", "0s"])("a timeout of %j is rejected with the name of its variable", (text) => {
  expect(() => settingsFrom({}, { KUBEBUILDER_CONTROLPLANE_STOP_TIMEOUT: text })).toThrow(
    `KUBEBUILDER_CONTROLPLANE_STOP_TIMEOUT is "${text}", must be a duration above zero such as 60s`,
  );
});
