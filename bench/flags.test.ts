import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readFlags } from "./flags.ts";

test("without flags everything but the runtime is measured, over both versions of HTTP and beside the real pair", () => {
  expect(readFlags([])).toEqual({
    isShort: false,
    withReal: true,
    parts: new Set(["process", "demo", "start", "load"]),
    protocols: ["HTTP/1.1", "HTTP/2"],
    scenarios: new Set(["A", "B", "C", "D"]),
    isRecorded: false,
    repetitions: 3,
  });
});

test("flags select parts and versions, leave out the real pair, and make the run short", () => {
  expect(readFlags(["--only=load,start", "--http=2", "--without-real", "--short"])).toEqual({
    isShort: true,
    withReal: false,
    parts: new Set(["load", "start"]),
    protocols: ["HTTP/2"],
    scenarios: new Set(["A", "B", "C", "D"]),
    isRecorded: false,
    repetitions: 1,
  });
});

test("flags select scenarios of the runtime and their repetitions", () => {
  expect(readFlags(["--only=runtime", "--scenarios=D,B", "--runs=7"])).toEqual({
    isShort: false,
    withReal: true,
    parts: new Set(["runtime"]),
    protocols: ["HTTP/1.1", "HTTP/2"],
    scenarios: new Set(["D", "B"]),
    isRecorded: false,
    repetitions: 7,
  });
});

test.each([
  [
    ["--onyl=load"],
    "Unknown option '--onyl', must be one of --only, --http, --scenarios, --runs, --without-real, --short, --record, --help",
  ],
  [["load"], "Unexpected argument 'load'"],
  [["--only"], "Option '--only <value>' argument missing"],
  [["--only=start,laod"], 'Cannot use --only: "laod" is unknown, must be one of process, demo, start, load, runtime'],
  [["--only="], 'Cannot use --only: "" is unknown, must be one of process, demo, start, load, runtime'],
  [["--http=3"], 'Cannot use --http: "3" is unknown, must be one of 1, 2'],
  [["--http=__proto__"], 'Cannot use --http: "__proto__" is unknown, must be one of 1, 2'],
  [["--scenarios=E"], 'Cannot use --scenarios: "E" is unknown, must be one of A, B, C, D'],
  [["--runs=0"], 'Cannot use --runs: "0" is invalid, must be a number from 1 to 20'],
  [["--runs=1e1"], 'Cannot use --runs: "1e1" is invalid, must be a number from 1 to 20'],
  [
    ["--only=runtime", "--without-real"],
    "Cannot use --without-real with the part runtime: it measures against kube-apiserver",
  ],
  [["--short=1"], "Option '--short' does not take an argument"],
])("%j is exit code 2, with the flag and the values that it takes", (args, text) => {
  const message = readFlags(args);

  expect(message).toHaveProperty("exitCode", 2);
  expect("text" in message && message.text).toContain(text);
});

test("--help shows the flags with examples", () => {
  const message = readFlags(["--help"]);

  expect(message).toHaveProperty("exitCode", 0);
  expect("text" in message && message.text).toContain('make bench ARGS="--only=start,process"');
});

test("the program prints a message without a stack, and ends with its exit code", async () => {
  const program = fileURLToPath(new URL("run.ts", import.meta.url));
  const { promise, resolve } = Promise.withResolvers<object>();
  const child = execFile(process.execPath, ["--conditions=source", program, "--quick"], (_error, stdout, stderr) => {
    resolve({ exitCode: child.exitCode, stdout, stderr });
  });

  expect(await promise).toEqual({
    exitCode: 2,
    stdout: "",
    stderr:
      "Unknown option '--quick', must be one of --only, --http, --scenarios, --runs, --without-real, --short, --record, --help\n" +
      '"make bench ARGS=--help" shows the flags\n',
  });
});
