import { tmpdir } from "node:os";
import { expect, test } from "vitest";

import { failureOf, createRunProgram } from "./programs.ts";

const cwd = tmpdir();

test("a program receives its arguments and its input, and returns its output and exit code", async () => {
  const run = createRunProgram({ GIVEN: "a" }, new AbortController().signal);
  const script =
    "process.stdin.pipe(process.stdout); process.stderr.write(process.argv[1] + process.env.GIVEN + process.env.MORE); process.exitCode = 3";

  const result = await run(process.execPath, ["-e", script, "$(x); *"], { cwd, env: { MORE: "b" }, input: "read\n" });

  expect(result).toEqual({ code: 3, stdout: "read\n", stderr: "$(x); *ab" });
});

test("a program that is not installed is named", async () => {
  const run = createRunProgram({ PATH: "/nowhere" }, new AbortController().signal);

  await expect(run("git", ["version"], { cwd })).rejects.toThrow("Cannot start git: it is required and not installed");
});

test("a program is stopped with the command, and no other is started", async () => {
  const controller = new AbortController();
  const run = createRunProgram({}, controller.signal);
  const running = run(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { cwd });

  const reason = new Error("Stopped by SIGINT");
  controller.abort(reason);

  await expect(running).rejects.toBe(reason);
  await expect(run(process.execPath, ["-v"], { cwd })).rejects.toBe(reason);
});

test("failureOf() returns the last lines with information", () => {
  const stderr =
    "npm error code E404\nnpm error 404\nnpm error 404 Not Found - GET x\nnpm error\nnpm error A complete log of this run\n";

  expect(failureOf({ code: 1, stdout: "\n", stderr })).toBe(
    "exit code 1:\nnpm error code E404\nnpm error 404 Not Found - GET x",
  );
  expect(failureOf({ code: 9, stdout: "", stderr: "" })).toBe("exit code 9");
});
