// The recipes of docs/recipes: a scaffolded project with the files of a page passes its own checks and tests.
import { globSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { startProject } from "./testdata/start-project.ts";
import { patternOf } from "../../../tests/newcomer/follow-tutorial.ts";
import { tutorialSteps } from "../../../tests/newcomer/tutorial.ts";
import type { TutorialStep } from "../../../tests/newcomer/tutorial.ts";

type Project = Awaited<ReturnType<typeof startProject>>;

const folder = fileURLToPath(new URL("../../../docs/recipes/", import.meta.url));
const pages = globSync("*.md", { cwd: folder })
  .filter((name) => name !== "README.md")
  .toSorted();

test.for(pages)(
  "the code of docs/recipes/%s passes type check, lint, format and its tests",
  { timeout: 300_000 },
  async (page) => {
    const steps = tutorialSteps(await readFile(path.join(folder, page), "utf8"));
    await using project = await startProject("recipe", ["--domain", "example.com"]);

    for (const step of steps) await follow(step, project);
    const { tests, ...tools } = await project.check();

    expect(tools).toEqual({ types: "", lint: "", format: "" });
    expect(tests).toMatch(/^pass [1-9]\d*, fail 0$/u);
    const shown = steps.flatMap((step) => (step.kind === "see" ? step.lines : []));
    expect(shown.filter((line) => !patternOf(line).test(project.testOutput()))).toEqual([]);
  },
);

test("the index of the recipes links to every recipe", async () => {
  const index = await readFile(path.join(folder, "README.md"), "utf8");

  const linked = Array.from(index.matchAll(/^\| \[[^\]]+\]\(([^)]+)\)/gmu), ([, target]) => target);

  expect(new Set(linked)).toEqual(new Set(pages));
});

/** Commands of `kubewright` and `make` generators run; `make test` is part of the checks of the project, which print what the page shows. */
async function follow(step: TutorialStep, project: Project): Promise<void> {
  if (step.kind === "write" || step.kind === "change") await edit(step, project);
  else if (step.kind === "type") {
    for (const command of step.commands) await runCommand(command, project);
  } else if (step.kind !== "see")
    throw new Error(`Line ${step.line}: a recipe has files, commands and output, found "${step.kind}"`);
}

async function edit(step: TutorialStep & { readonly file: string }, { folder: root }: Project): Promise<void> {
  const file = path.join(root, step.file);
  if (step.kind === "write") {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, step.text);
    return;
  }
  if (step.kind !== "change") return;
  const before = await readFile(file, "utf8");
  if (before.split(step.before).length !== 2) {
    throw new Error(`Line ${step.line}: ${step.file} must contain this once:\n${step.before}\nFound:\n${before}`);
  }
  await writeFile(
    file,
    before.replace(step.before, () => step.after),
  );
}

async function runCommand(command: string, project: Project): Promise<void> {
  const [program, ...args] = command.split(/\s+/u);
  if (command === "make manifests generate test") await project.kubewright("generate");
  else if (program === "npx" && args[0] === "kubewright") {
    const [, ...words] = args;
    await project.kubewright(...words, ...(words[0] === "create" ? ["--make=false"] : []));
  } else throw new Error(`A recipe runs kubewright, or "make manifests generate test"; found "${command}"`);
}
