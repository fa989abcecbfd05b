/** The flags of `make bench`. */
import { parseArgs } from "node:util";
import type { Protocol } from "./load-figures.ts";
import { scenarioIds } from "./runtime/scenario.ts";
import type { ScenarioId } from "./runtime/scenario.ts";

const defaultParts = ["process", "demo", "start", "load"] as const;
const parts = [...defaultParts, "runtime"] as const;
export type Part = (typeof parts)[number];

const protocols: Readonly<Record<string, Protocol>> = { 1: "HTTP/1.1", 2: "HTTP/2" };

export interface Flags {
  readonly isShort: boolean;
  readonly withReal: boolean;
  readonly parts: ReadonlySet<Part>;
  readonly protocols: readonly Protocol[];
  /** Scenarios of the part `runtime`. */
  readonly scenarios: ReadonlySet<ScenarioId>;
  /** Repetitions of each scenario. */
  readonly repetitions: number;
  /** Whether the figures are kept and the plots of the documentation drawn. */
  readonly isRecorded: boolean;
}

/** Text to print instead of a measurement: the help, or what is wrong with a flag. */
export interface Message {
  readonly exitCode: 0 | 2;
  readonly text: string;
}

const options = {
  only: { type: "string", default: defaultParts.join(",") },
  http: { type: "string", default: Object.keys(protocols).join(",") },
  scenarios: { type: "string", default: scenarioIds.join(",") },
  runs: { type: "string", default: "3" },
  "without-real": { type: "boolean", default: false },
  short: { type: "boolean", default: false },
  record: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

const usage = `Usage: make bench [ARGS="FLAG…"], or npm run bench -- [FLAG…]

Measures the embedded API server beside a bare Node server, and beside etcd and kube-apiserver, and prints one table.
The part runtime measures an operator beside the same operator on other libraries, against kube-apiserver.

  --only=PART,…    measure these parts: ${parts.join(", ")} (default: all but runtime)
  --http=VERSION,… send the load over these versions of HTTP: 1, 2 (default: both)
  --scenarios=ID,… measure these scenarios of the part runtime: ${scenarioIds.join(", ")} (default: all)
  --runs=NUMBER    repetitions of each scenario, 1 to 20 (default: 3)
  --without-real   leave out etcd and kube-apiserver, which need Go
  --short          a few objects and one run of each: only shows that everything runs
  --record         also write bench/results.json, and draw the plots in docs/pictures from it
  --help           show this text

Examples:
  make bench                                              everything, about 6 minutes
  make bench ARGS="--only=start,process"                  how fast a server starts
  make bench ARGS="--only=load --http=2 --without-real"   the load over HTTP/2, beside bare Node
  make bench ARGS=--only=runtime                          the operator beside its peers, about 25 minutes
  make bench ARGS="--only=runtime --scenarios=D --runs=1"
  make bench ARGS=--short

bench/README.md explains the table.
`;

/** Reads the command line. Returns a message for --help, unknown flags and invalid values. */
export function readFlags(args: readonly string[]): Flags | Message {
  try {
    const { values } = parseArgs({ args: [...args], options });
    if (values.help) return { exitCode: 0, text: usage };
    const named = new Set(listOf("only", values.only, parts));
    if (values["without-real"] && named.has("runtime")) {
      throw new TypeError("Cannot use --without-real with the part runtime: it measures against kube-apiserver");
    }
    if (values.short && values.record) {
      throw new TypeError("Cannot use --short with --record: the figures of a few objects compare nothing");
    }
    const versions = listOf("http", values.http, Object.keys(protocols));
    return {
      isShort: values.short,
      withReal: !values["without-real"],
      parts: named,
      protocols: versions.flatMap((version) => protocols[version] ?? []),
      scenarios: new Set(listOf("scenarios", values.scenarios, scenarioIds)),
      isRecorded: values.record,
      repetitions: values.short ? 1 : countOf("runs", values.runs, 20),
    };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { exitCode: 2, text: `${withFlags(error)}\n"make bench ARGS=--help" shows the flags\n` };
  }
}

/** @throws {TypeError} if an item is not one of `allowed`. */
function listOf<T extends string>(flag: string, text: string, allowed: readonly T[]): readonly T[] {
  return text.split(",").map((item) => {
    const found = allowed.find((each) => each === item);
    if (found !== undefined) return found;
    throw new TypeError(`Cannot use --${flag}: "${item}" is unknown, must be one of ${allowed.join(", ")}`);
  });
}

/** @throws {TypeError} if the text is not a whole number from 1 to `max`. */
function countOf(flag: string, text: string, max: number): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= max) return count;
  throw new TypeError(`Cannot use --${flag}: ${JSON.stringify(text)} is invalid, must be a number from 1 to ${max}`);
}

/** The message of an error, for an unknown flag with the flags that there are. */
function withFlags(error: TypeError): string {
  const isUnknown = "code" in error && error.code === "ERR_PARSE_ARGS_UNKNOWN_OPTION";
  const flags = Object.keys(options).map((name) => `--${name}`);
  return isUnknown ? `${error.message}, must be one of ${flags.join(", ")}` : error.message;
}
