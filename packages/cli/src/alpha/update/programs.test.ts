import { tmpdir } from "node:os";
import { expect, test } from "vitest";

import { complaintOf, createRunProgram } from "./programs.ts";

const cwd = tmpdir();

test("a program is started by its arguments, gets its input, and says how it ended", async () => {
  const run = createRunProgram({ PATH: process.env["PATH"], GIVEN: "a" }, new AbortController().signal);
  const script =
    "process.stdin.pipe(process.stdout); process.stderr.write(process.argv[1] + process.env.GIVEN + process.env.MORE); process.exitCode = 3";

  const result = await run(process.execPath, ["-e", script, "$(x); *"], { cwd, env: { MORE: "b" }, input: "read\n" });

  expect(result).toEqual({ code: 3, stdout: "read\n", stderr: "$(x); *ab" });
});

test("a program that is not installed is named", async () => {
  const run = createRunProgram({ PATH: "/nowhere" }, new AbortController().signal);

  await expect(run("git", ["version"], { cwd })).rejects.toThrow(
    "Cannot start git: it is needed for this, and not installed",
  );
});

test("a program ends with the command, and none is started after that", async () => {
  const controller = new AbortController();
  const run = createRunProgram({}, controller.signal);
  const running = run(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { cwd });

  controller.abort(new Error("Stopped by SIGINT"));

  await expect(running).rejects.toMatchObject({ name: "CommandError", message: "Stopped by SIGINT", exitCode: 130 });
  await expect(run(process.execPath, ["-v"], { cwd })).rejects.toThrow("Stopped by SIGINT");
});

test("complaintOf() gives the last lines that say something", () => {
  const stderr =
    "npm error code E404\nnpm error 404\nnpm error 404 Not Found - GET x\nnpm error\nnpm error A complete log of this run\n";

  expect(complaintOf({ code: 1, stdout: "\n", stderr })).toBe(
    "it ended with 1:\nnpm error code E404\nnpm error 404 Not Found - GET x",
  );
  expect(complaintOf({ code: 9, stdout: "", stderr: "" })).toBe("it ended with 9");
});
