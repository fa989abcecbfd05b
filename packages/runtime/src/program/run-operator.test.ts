// The output and the end of a program, with a fake process. The tests of each example run a real process.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createMetrics } from "@kubewright/telemetry";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createController } from "../controller/controller.ts";
import { ProgramError } from "../errors.ts";
import type { Manager } from "../manager/manager.ts";
import { createChannelSource } from "../source/channel-source.ts";
import type { OperatorProgram, ProgramProcess } from "./operator-program.ts";
import { runOperator } from "./run-operator.ts";

const program: OperatorProgram = {
  name: "example",
  summary: "Runs the example",
  leaderElectionId: "example.dev",
  setup: () => {},
};

let folder: string;
let kubeconfig: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "kubewright-program-"));
  kubeconfig = path.join(folder, "kubeconfig");
  const cluster = { name: "c", cluster: { server: "http://127.0.0.1:1" } };
  const context = { name: "c", context: { cluster: "c", user: "u", namespace: "home" } };
  const config = { "current-context": "c", clusters: [cluster], contexts: [context], users: [{ name: "u", user: {} }] };
  await writeFile(kubeconfig, JSON.stringify(config), { mode: 0o600 });
});

afterAll(() => rm(folder, { recursive: true }));

test("a program with --help prints its flags and does not start the manager", async () => {
  const { process, written } = createProcess("--help");

  await runOperator(process, program);

  expect(written.stdout).toContain(
    "Usage: example [flags]\n\nRuns the example until SIGINT, SIGTERM, SIGQUIT or SIGHUP",
  );
  expect(written.stdout).toContain("--metrics-secure");
  expect(process.exitCode).toBeUndefined();
});

test.each([
  [["--nope"], "Unknown option '--nope'"],
  [["--kubeconfig=/nowhere/at/all"], 'Cannot use kubeconfig "/nowhere/at/all"'],
])("a program started with %j ends with one line and exit code 1", async (args, message) => {
  const { process, written } = createProcess(...args);

  await runOperator(process, program);

  expect(written.stderr).toContain(message);
  expect(written.stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(process.exitCode).toBe(1);
});

test("a program passes its context to setup(), and prints the stack of an unexpected error but not of an error that the user can fix", async () => {
  const run = async (thrown: Error): Promise<string> => {
    const { process, written } = createProcess(`--kubeconfig=${kubeconfig}`, "--health-probe-bind-address=0");
    await runOperator(process, {
      ...program,
      setup(_, { namespace, flags }) {
        expect([namespace, flags.leaderElect]).toEqual(["home", false]);
        throw thrown;
      },
    });
    expect(process.exitCode).toBe(1);
    expect(written.stderr).toContain('"message":"Connecting"');
    return written.stderr.replaceAll(/^\{.*\n/gmu, ""); // Without the lines of the log.
  };

  expect(await run(new ProgramError("Cannot use --x: it is missing"))).toBe("Cannot use --x: it is missing\n");
  expect(await run(new TypeError("x is not a function"))).toContain("run-operator.test.ts");
});

test("a program runs its manager until the first signal, and exits without an error message", async () => {
  const { process, written, signal } = createProcess(
    `--kubeconfig=${kubeconfig}`,
    "--health-probe-bind-address=127.0.0.1:0",
    "--metrics-bind-address=127.0.0.1:0",
  );

  await runOperator(process, {
    ...program,
    setup: (manager) => manager.add({ name: "stopper", start: async () => signal("SIGTERM") }),
  });

  expect(written.stderr).toContain('"message":"Serving metrics"');
  expect(written.stderr).toContain('"message":"Manager has stopped"');
  expect(process.exitCode).toBeUndefined();
});

test("a program whose runnable does not stop in time names it and exits with code 1", async () => {
  const { process, written, exits, signal } = createProcess(
    `--kubeconfig=${kubeconfig}`,
    "--health-probe-bind-address=0",
  );

  await runOperator(process, {
    ...program,
    manager: () => ({ gracefulShutdownTimeoutMs: 1 }),
    setup(manager) {
      manager.add({ name: "stuck", start: () => new Promise(() => {}) });
      manager.add({ name: "stopper", start: async () => signal("SIGTERM") });
    },
  });

  expect(written.stderr.trimEnd().split("\n").at(-1)).toBe("Cannot shut down within 1 ms: still running: stuck");
  expect(exits).toEqual([1]);
});

test("options of the program are merged with those of the flags, group by group", async () => {
  const { process, signal } = createProcess(
    `--kubeconfig=${kubeconfig}`,
    "--health-probe-bind-address=127.0.0.1:0",
    "--metrics-bind-address=127.0.0.1:0",
    "--metrics-secure=false",
  );
  const registry = createMetrics();
  let addresses: Manager["addresses"] = {};

  await runOperator(process, {
    ...program,
    manager: () => ({ metrics: { registry }, controller: { maxConcurrentReconciles: 3 } }),
    setup(manager) {
      expect(manager.metrics).toBe(registry);
      expect(manager.controllerOptions).toEqual({ maxConcurrentReconciles: 3 });
      manager.add({
        async start() {
          addresses = { ...manager.addresses };
          signal("SIGTERM");
        },
      });
    },
  });

  expect(addresses.health).toMatch(/^127\.0\.0\.1:\d+$/);
  expect(addresses.metrics).toMatch(/^127\.0\.0\.1:\d+$/);
});

test("a controller that blocks the event loop is named in the metrics", async () => {
  const { process, written, signal } = createProcess(`--kubeconfig=${kubeconfig}`, "--health-probe-bind-address=0");
  const blocked = /kubewright_event_loop_blocked_seconds_total\{controller="busy"\} [1-9]/;
  let exposed = "";

  await runOperator(process, {
    ...program,
    setup(manager) {
      const source = createChannelSource("test");
      manager.addController(
        createController({
          name: "busy",
          sources: [source],
          clock: manager.clock,
          observer: manager.observer.controller,
          context: { client: manager.client, apiReader: manager.apiReader, events: manager.eventRecorder("busy") },
          async reconcile() {
            const until = manager.clock.now() + 1_700;
            while (manager.clock.now() < until); // Blocks.
            return {};
          },
        }),
      );
      source.push({ name: "a" });
      manager.add({
        async start() {
          while (!blocked.test(exposed)) {
            await manager.clock.sleep(100);
            exposed = (await manager.metrics.expose()).body;
          }
          signal("SIGTERM");
        },
      });
    },
  });

  expect(exposed).toMatch(blocked);
  expect(written.stderr).toContain('"message":"The event loop was blocked"');
});

test("the error of a port that is in use is one line", async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  const { port } = taken.address() as AddressInfo; // A listening TCP server has an address of this form.
  const { process, written } = createProcess(
    `--kubeconfig=${kubeconfig}`,
    `--health-probe-bind-address=127.0.0.1:${port}`,
  );

  await runOperator(process, program);
  taken.close();

  expect(written.stderr.trimEnd().split("\n").at(-1)).toBe(
    `Cannot serve health probes on "127.0.0.1:${port}": the port is taken by another program: end it, or choose another port`,
  );
});

interface TestProcess {
  readonly process: ProgramProcess;
  readonly written: { stdout: string; stderr: string };
  /** The codes that `exit` was called with. */
  readonly exits: readonly number[];
  readonly signal: (name: NodeJS.Signals) => void;
}

function createProcess(...args: readonly string[]): TestProcess {
  const written = { stdout: "", stderr: "" };
  const listeners = new Map<string, () => void>();
  const exits: number[] = [];
  const process: ProgramProcess = {
    argv: ["node", "main.ts", ...args],
    env: { HOME: folder },
    stdout: { write: (text) => (written.stdout += text) },
    stderr: { write: (text) => (written.stderr += text) },
    on: (name, listener) => listeners.set(name, listener),
    off: (name) => listeners.delete(name),
    exit: (code) => exits.push(code),
  };
  return { process, written, exits, signal: (name) => listeners.get(name)?.() };
}
