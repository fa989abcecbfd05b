// The request path of the embedded server is read from top to bottom: how often a write returns to a file that it has left only goes down.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { test } from "vitest";
import { root } from "../source/workspace.ts";
import { expectNone } from "./problems.ts";

/** The accepted returns of each request (`tools/walk/returns.ts`). */
const accepted = { create: 16, update: 23, patch: 28 };

test("a create, an update and a patch return no more often than accepted to a file that they have left", async () => {
  const flags = ["--conditions=source", "--import", "./tools/walk/instrument.ts", "tools/walk/returns.ts"];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: root });
  const returns = JSON.parse(stdout) as Readonly<Record<keyof typeof accepted, readonly string[]>>;

  expectNone(
    (["create", "update", "patch"] as const).flatMap((name) => {
      const count = returns[name].length;
      if (count === accepted[name]) return [];
      const advice =
        count < accepted[name]
          ? "Record it: lower the number in tools/checks/returns.test.ts"
          : `Let one call of the file do what the second one does, or pass on its result. The returns:\n    ${returns[name].join("\n    ")}`;
      return [
        {
          at: name,
          message: `returns ${count} times to files that it has left, accepted are ${accepted[name]}. ${advice}`,
        },
      ];
    }),
  );
});
