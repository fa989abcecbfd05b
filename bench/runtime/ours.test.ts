import { expect, test } from "vitest";
import { commandOf, reportingBlocks } from "./ours.ts";

test("the command has the flags of the image's entrypoint, and the bundle of this machine", () => {
  const dockerfile = 'FROM node\nENTRYPOINT ["/nodejs/bin/node", "--permission", "/app/main.js"]\n';

  expect(commandOf(dockerfile, "/build/dist")).toEqual([
    process.execPath,
    "--expose-gc",
    "--allow-fs-write=*",
    "--allow-net",
    "--permission",
    "/build/dist/main.js",
    "--health-probe-bind-address=0",
  ]);
});

test("a Dockerfile without an entrypoint is rejected", () => {
  expect(() => commandOf("FROM node\n", "/build/dist")).toThrow(
    "Cannot start the operator: the Dockerfile has no ENTRYPOINT",
  );
});

test("the meter of blocks is loaded before the operator", () => {
  const { command } = reportingBlocks({ name: "kubewright", command: ["node", "--permission", "main.js"] });

  expect(command).toEqual([
    "node",
    expect.stringMatching(/^--require=.*event-loop-blocks\.cts$/),
    "--permission",
    "main.js",
  ]);
});
