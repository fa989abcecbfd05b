// Projects as the commands make them are what the README promises: they type-check, lint, are formatted, and their tests pass.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { run } from "./program.ts";

const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));

test("a project of one group, with every form of create api, is ready to be worked on", async () => {
  await using project = await startProject("shop", ["--domain", "example.com", "--owner", "Acme Ltd."]);

  await project.api("--group shop --version v1 --kind Widget --resource --controller");
  await project.api("--group shop --version v2 --kind Widget --resource");
  await project.api(
    "--group shop --version v1 --kind Widget --controller --controller-name widget-backup --resource=false",
  );
  await project.api(
    "--group shop --version v1 --kind Client --namespaced=false --plural clientele --resource --controller",
  );
  await project.api("--group apps --version v1 --kind Deployment --controller");
  await project.api("--group core --version v1 --kind Pod --controller --controller-name pod-cleaner");
  await project.kubewright("generate");

  expect(await project.check()).toEqual({ types: "", lint: "", format: "", tests: "pass 5, fail 0" });
  expect(await project.text("internal/setup.ts")).toContain(
    "  addPodCleanerController,\n  // +kubebuilder:scaffold:builder\n",
  );
  expect(await project.text("config/crd/bases/shop.example.com_clientele.yaml")).toContain("scope: Cluster");
  expect(project.output()).toContain("  - describe Client in api/v1/client.ts\n");
}, 300_000);

test("a project of several groups that works in one namespace is ready to be worked on", async () => {
  await using project = await startProject("zoo", [
    "--domain",
    "zoo.io",
    "--multigroup",
    "--namespaced",
    "--license",
    "none",
  ]);

  await project.api("--group shop --version v1 --kind HTTPWidget --resource --controller");
  await project.api("--group sea.creatures --version v1beta1 --kind HTTPWidget --resource --controller");
  await project.kubewright("generate");

  expect(await project.check()).toEqual({ types: "", lint: "", format: "", tests: "pass 2, fail 0" });
  const controller = await project.text("internal/controller/sea.creatures/http-widget-controller.ts");
  expect(controller).toContain("/** Makes true");
  expect(controller).toContain("groups=sea.creatures.zoo.io,namespace=system,resources=httpwidgets,");
  expect(await project.text("config/rbac/role.yaml")).toContain("kind: Role\n");
}, 300_000);

test("init, create api and generate a second time change nothing", async () => {
  await using project = await startProject("shop", []);
  const words = [
    "create",
    "api",
    "--group",
    "shop",
    "--version",
    "v1",
    "--kind",
    "Widget",
    "--resource",
    "--controller",
  ];
  await project.kubewright(...words, "--make=false");
  await writeFile(path.join(project.folder, "internal/controller/widget-controller.ts"), "// mine\n");

  const again = project.kubewright(...words, "--make=false");

  await expect(again).rejects.toThrow(
    "Cannot create Widget v1: the project has it already: expected --resource=false, or --force to write over it",
  );
  await expect(project.kubewright("init")).rejects.toThrow("Cannot make a project here: there is one already");
  expect(await project.text("internal/controller/widget-controller.ts")).toBe("// mine\n");
});

/** A project in a folder of its own, with the packages of this repository. */
async function startProject(name: string, flags: readonly string[]) {
  const base = await mkdtemp(path.join(tmpdir(), "kubewright-project-"));
  const folder = path.join(base, name);
  await mkdir(folder);
  let output = "";
  let errors = "";
  const io = {
    cwd: folder,
    env: {},
    isTty: false,
    out: (text: string) => void (output += text),
    err: (text: string) => void (errors += text),
  };
  const signals = { on: () => {}, off: () => {}, exit: (code: number) => expect.unreachable(`ended with ${code}`) };
  const kubewright = async (...args: readonly string[]): Promise<void> => {
    errors = "";
    if ((await run({ args, version: "0.1.0", io, signals })) !== 0) throw new Error(errors);
  };
  /** What a tool says when it finds fault. */
  const complaints = async (args: readonly string[]): Promise<string> => {
    try {
      await promisify(execFile)(process.execPath, args, { cwd: folder, env: { PATH: path.dirname(process.execPath) } });
      return "";
    } catch (error) {
      return outputOf(error);
    }
  };
  const tool = (file: string, ...args: readonly string[]): Promise<string> =>
    complaints([path.join(modules, file), ...args]);

  await kubewright("init", "--fetch-deps=false", ...flags);
  await symlink(modules, path.join(folder, "node_modules"));
  return {
    folder,
    kubewright,
    api: (words: string) => kubewright("create", "api", ...words.split(" "), "--make=false"),
    text: (file: string) => readFile(path.join(folder, file), "utf8"),
    output: () => output,
    async check() {
      const [types, lint, format, tests] = await Promise.all([
        tool("typescript/bin/tsc", "--customConditions", "source"),
        tool("oxlint/bin/oxlint", "--type-aware", "--deny-warnings"),
        tool("oxfmt/bin/oxfmt", "--check"),
        promisify(execFile)(process.execPath, ["--conditions=source", "--test", "{api,cmd,internal}/**/*.test.ts"], {
          cwd: folder,
          env: {},
        }).then(({ stdout }) => stdout, outputOf),
      ]);
      const counts = /pass (\d+)[\s\S]*fail (\d+)/u.exec(tests);
      return { types, lint, format, tests: counts ? `pass ${counts[1]}, fail ${counts[2]}` : tests };
    },
    [Symbol.asyncDispose]: () => rm(base, { recursive: true, force: true }),
  };
}

function outputOf(error: unknown): string {
  return String(Object.entries(error ?? {}).find(([key]) => key === "stdout")?.[1] ?? error);
}
