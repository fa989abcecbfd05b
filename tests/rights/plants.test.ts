// Servers with a planted bug in their rights: the comparison with a correct server finds each, and reports the few rights that show it.
import { startEnvironment } from "@kubewright/envtest";
import { expect, test } from "vitest";
import { comparePolicy } from "./compare.ts";
import { withPlant } from "./plants.ts";
import type { RightsPlant } from "./plants.ts";
import { openRightsServer } from "./rights-server.ts";

const policiesMax = 20;

test.for<readonly [plant: RightsPlant, request: RegExp]>([
  ["get that is sufficient for exec", /"GET", path: "[^"]*\/exec\?/u],
  ["right to one name that permits the deletion of the collection", /"DELETE", path: "[^"]*s\?[^"]*metadata\.name=/u],
])("a %s is found", async ([plant, request]) => {
  await using resources = new AsyncDisposableStack();
  const open = async (): ReturnType<typeof openRightsServer> =>
    resources.use(await openRightsServer(resources.use(await startEnvironment({ server: "embedded" }))));
  const [correct, planted] = [await open(), withPlant(await open(), plant)];

  let report = "nothing was found";
  for (let number = 0; number < policiesMax && report === "nothing was found"; number++) {
    const options = { seed: `${plant} ${number}`, prefix: `planted${number}`, count: 100 };
    const { failures } = await comparePolicy([correct, planted], options);
    [report = report] = failures;
  }

  expect(report).toContain('expected {"status":403');
  expect(report).toMatch(request);
  // A role, its binding and the request.
  expect(report.split("\n").filter((line) => line.startsWith("  {")).length).toBeLessThanOrEqual(3);
});
