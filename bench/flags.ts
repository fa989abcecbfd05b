/** The flags of `make bench`. */
import { parseArgs } from "node:util";
import type { Protocol } from "./load-figures.ts";

const parts = ["process", "demo", "start", "load"] as const;
export type Part = (typeof parts)[number];

const protocols: Readonly<Record<string, Protocol>> = { 1: "HTTP/1.1", 2: "HTTP/2" };

export interface Flags {
  readonly isShort: boolean;
  readonly withReal: boolean;
  readonly parts: ReadonlySet<Part>;
  readonly protocols: readonly Protocol[];
}

/** Text to print instead of a measurement: the help, or what is wrong with a flag. */
export interface Message {
  readonly exitCode: 0 | 2;
  readonly text: string;
}

const options = {
  only: { type: "string", default: parts.join(",") },
  http: { type: "string", default: Object.keys(protocols).join(",") },
  "without-real": { type: "boolean", default: false },
  short: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

const usage = `Usage: make bench [ARGS="FLAG…"], or npm run bench -- [FLAG…]

Measures the embedded API server beside a bare Node server, and beside etcd and kube-apiserver, and prints one table.

  --only=PART,…    measure these parts: ${parts.join(", ")} (default: all)
  --http=VERSION,… send the load over these versions of HTTP: 1, 2 (default: both)
  --without-real   leave out etcd and kube-apiserver, which need Go
  --short          a few objects and one run of each: only shows that everything runs
  --help           show this text

Examples:
  make bench                                              everything, about 6 minutes
  make bench ARGS="--only=start,process"                  how fast a server starts
  make bench ARGS="--only=load --http=2 --without-real"   the load over HTTP/2, beside bare Node
  make bench ARGS=--short

bench/README.md explains the table.
`;

/** Reads the command line. Returns a message for --help, unknown flags and invalid values. */
export function readFlags(args: readonly string[]): Flags | Message {
  try {
    const { values } = parseArgs({ args: [...args], options });
    if (values.help) return { exitCode: 0, text: usage };
    const versions = listOf("http", values.http, Object.keys(protocols));
    return {
      isShort: values.short,
      withReal: !values["without-real"],
      parts: new Set(listOf("only", values.only, parts)),
      protocols: versions.flatMap((version) => protocols[version] ?? []),
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

/** The message of an error, for an unknown flag with the flags that there are. */
function withFlags(error: TypeError): string {
  const isUnknown = "code" in error && error.code === "ERR_PARSE_ARGS_UNKNOWN_OPTION";
  const flags = Object.keys(options).map((name) => `--${name}`);
  return isUnknown ? `${error.message}, must be one of ${flags.join(", ")}` : error.message;
}
