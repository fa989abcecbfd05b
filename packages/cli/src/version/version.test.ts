import { expect, test } from "vitest";
import { startWorld } from "../testdata/command-world.ts";

test("version prints what runs, for people and for programs", async () => {
  await using world = await startWorld();

  await world.run(["version"]);
  await world.run(["version", "--json"]);

  const [first, ...lines] = world.output().trim().split("\n");
  expect(first).toBe("kubewright 1.2.3");
  expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ kubewright: "1.2.3", node: process.version });
});
