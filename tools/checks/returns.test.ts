// The way of a write through the embedded server is read from top to bottom: how many files it enters, and how often it returns to one that it has left,
// only goes down.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { test } from "vitest";
import { root } from "../source/workspace.ts";
import type { Walk } from "../walk/returns.ts";
import { expectNone } from "./problems.ts";

/** The accepted files and returns of each request (`tools/walk/returns.ts`). */
const accepted = {
  create: { files: 78, returns: 56 },
  update: { files: 80, returns: 71 },
  patch: { files: 84, returns: 77 },
  apply: { files: 83, returns: 64 },
};

test("a create, an update, a patch and an apply enter as many files, and return as often to one that they have left, as accepted", async () => {
  const flags = ["--conditions=source", "--import", "./tools/walk/instrument.ts", "tools/walk/returns.ts"];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: root });
  const walks = JSON.parse(stdout) as Readonly<Record<keyof typeof accepted, Walk>>;

  expectNone(
    (["create", "update", "patch", "apply"] as const).flatMap((at) => [
      ...problems(at, "files", walks[at].entered),
      ...problems(at, "returns", walks[at].returns),
    ]),
  );
});

function problems(
  at: keyof typeof accepted,
  what: "files" | "returns",
  all: readonly string[],
): readonly { readonly at: string; readonly message: string }[] {
  const limit = accepted[at][what];
  const count = all.length;
  if (count === limit) return [];
  const advice =
    count < limit
      ? "Record it: lower the number in tools/checks/returns.test.ts"
      : `Let one call of a file do what the second one does, or pass on its result. They are:\n    ${all.join("\n    ")}`;
  return [{ at, message: `has ${count} ${what}, accepted are ${limit}. ${advice}` }];
}
