// Every YAML reader that Kubernetes tools use: those for Go, through the program of tools/real/yaml-readers, and the package yaml in both versions
// of its schema.
import { execFile, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual, promisify } from "node:util";
import { encodeJson } from "@kubewright/apimachinery";
import { parse } from "yaml";

const build = fileURLToPath(new URL("../../tools/real/build-program.sh", import.meta.url));

/** A document, and the value that every reader should return for it. */
export interface Question {
  readonly document: string;
  readonly value: object;
}

export interface Answer {
  /** The readers that return another value or an error. */
  readonly readers: readonly string[];
  /** The value as sigs.k8s.io/yaml prints it; empty if it cannot. */
  readonly printed: string;
}

/** Reads each document with every reader; yields the results in the order of the documents. Builds the Go program if necessary. */
export async function* readWithAll<Q extends Question>(
  questions: readonly Q[],
): AsyncGenerator<readonly [question: Q, answer: Answer]> {
  const { stdout: program } = await promisify(execFile)(build, ["yaml-readers"]);
  const { stdin, stdout } = spawn(program.trim(), { stdio: ["pipe", "pipe", "inherit"] });
  Readable.from(questions.values().map((question) => `${encodeJson({ ...question })}\n`)).pipe(stdin);
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  for (const question of questions) {
    const line = await lines.next();
    const { readers, printed } = JSON.parse(String(line.value)) as Answer; // The program's own form.
    yield [question, { readers: [...readers, ...misreadHere(question)], printed }];
  }
}

function misreadHere({ document, value }: Question): readonly string[] {
  return (["1.1", "1.2"] as const)
    .filter((version) => {
      try {
        return !isDeepStrictEqual(parse(document, { version, logLevel: "silent" }), value);
      } catch {
        return true;
      }
    })
    .map((version) => `yaml ${version}`);
}
