// Random tests of `make test` draw the same values in each run, so a failure repeats itself; `make test-long` draws others and prints its seed.
import { lineAt, scan } from "../source/scan.ts";
import type { SourceFile } from "../source/workspace.ts";
import type { Problem } from "./problems.ts";

interface Rule {
  readonly pattern: RegExp;
  readonly appliesTo: (file: SourceFile) => boolean;
  readonly message: string;
}

const seededRandom = 'write createSeededRandom("a name") of @kubewright/async';

const rules: readonly Rule[] = [
  {
    pattern: /\bMath\.random\b/u,
    appliesTo: () => true,
    message: `a run cannot be repeated: take a Random as a parameter; in a test, ${seededRandom}`,
  },
  {
    pattern: /\b(?:createSystemRandom|randomInt|randomBytes|randomUUID|getRandomValues)\(/u,
    // The test of the generator itself is the one that needs it.
    appliesTo: ({ path }) => isUnitTest(path) && path !== "packages/async/src/random.test.ts",
    message: `each run of make test would differ: ${seededRandom}`,
  },
  {
    pattern: /\bseed:/u,
    appliesTo: ({ path, text }) => isUnitTest(path) && text.includes('from "fast-check"'),
    message:
      "leave the seed out: tests/seed-random-tests.ts sets it for every property, so that make test-long can draw another",
  },
  {
    pattern: /\bcreateSeededRandom\([^;\n]*\b(?:Date|now|wallTime)\b|\bseed\b[^;,\n]*\bDate\b/iu,
    appliesTo: ({ path }) => !path.startsWith("tools/checks/"),
    message: "a seed from the time cannot be repeated: write a name, or use longRun().seed in tests/long",
  },
];

/** A test gets its random values from a seed, and fast-check its seed from the lane. */
export function randomTestProblems(files: readonly SourceFile[]): readonly Problem[] {
  return files.flatMap((file) => {
    const { code } = scan(file.text);
    return rules.flatMap(({ pattern, appliesTo, message }) => {
      const match = appliesTo(file) ? pattern.exec(code) : null;
      if (match === null) return [];
      return [{ at: `${file.path}:${lineAt(code, match.index)}`, message: `"${match[0]}": ${message}` }];
    });
  });
}

/** Whether `make test` runs the file. */
function isUnitTest(path: string): boolean {
  return path.endsWith(".test.ts") && !/^tests\/(?:real|node|long)\//u.test(path);
}
