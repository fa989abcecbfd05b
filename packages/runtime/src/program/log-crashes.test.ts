import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const program = `
  import { createSystemClock } from "@kubewright/async";
  import { createLogger } from "@kubewright/telemetry";
  import { runAsController } from ${JSON.stringify(fileURLToPath(new URL("../controller/active-controller.ts", import.meta.url)))};
  import { logCrashes } from ${JSON.stringify(fileURLToPath(new URL("log-crashes.ts", import.meta.url)))};
  const log = createLogger({ clock: createSystemClock(), write: (line) => process.stdout.write(line) });
  logCrashes(process, log);
  void runAsController("painter", async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    throw new Error("not awaited");
  });
`;

test("a rejected promise that is not awaited is logged with the controller, and ends the process", () => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["--conditions=source", "--input-type=module", "--eval", program],
    {
      cwd: fileURLToPath(new URL(".", import.meta.url)),
      encoding: "utf8",
    },
  );

  expect(stdout).toContain('"controller":"painter"');
  expect(stdout).toContain("a rejected promise was not awaited");
  expect(stderr).toContain("Error: not awaited");
  expect(status).toBe(1);
});
