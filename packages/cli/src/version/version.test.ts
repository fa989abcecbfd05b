import { expect, test } from "vitest";
import { startFixture } from "../testdata/command-fixture.ts";

test("version prints versions as text and as JSON", async () => {
  await using fixture = await startFixture();

  await fixture.run(["version"]);
  await fixture.run(["version", "--json"]);

  const [first, ...lines] = fixture.output().trim().split("\n");
  expect(first).toBe("kubewright 1.2.3");
  expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ kubewright: "1.2.3", node: process.version });
});
