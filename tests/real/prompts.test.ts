// Prompts in a terminal: a shell on a pseudo-terminal (`script` of util-linux), into which lines are pasted as a reader of the documents does.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, inject, onTestFinished, test } from "vitest";

const main = fileURLToPath(new URL("../../packages/cli/src/main.ts", import.meta.url));
const createApi = "kubewright create api --group shop --version v1 --kind Widget --make=false";

test("lines after an answer are not swallowed: the shell runs them", async () => {
  const { folder, terminal } = await startProject();

  terminal.type(`${createApi}\n`);
  await terminal.untilShown("Create the types of the resource [Y/n] ");
  terminal.type("y\necho one=$?\necho two=$((1 + 1))\n");
  await terminal.untilShown("two=2\r\n");

  expect(terminal.shown()).toContain(
    "Create a controller: yes, because other input is waiting; --controller=false is no",
  );
  expect(terminal.shown()).toMatch(/^one=0\r$/mu);
  expect(await readFile(path.join(folder, "PROJECT"), "utf8")).toContain("controller: true");
});

test("a block that is pasted while a command runs does not answer its prompts", async () => {
  const folder = await emptyFolder();
  const terminal = openTerminal(folder);

  terminal.type(
    `kubewright init shop --domain example.com --fetch-deps=false\ncd shop\n${createApi}\nls api/v1/widget.ts\necho end=$?\n`,
  );
  await terminal.untilShown("end=0\r\n");

  expect(terminal.shown()).not.toContain("[Y/n]");
  expect(existsSync(path.join(folder, "shop/internal/controller/widget-controller.ts"))).toBe(true);
});

test("an answer of n is no", async () => {
  const { folder, terminal } = await startProject();

  terminal.type(`${createApi}\n`);
  await terminal.untilShown("Create the types of the resource [Y/n] ");
  terminal.type("y\n");
  await terminal.untilShown("Create a controller [Y/n] ");
  terminal.type("n\n");
  await terminal.untilShown("Next:");

  expect(await readFile(path.join(folder, "PROJECT"), "utf8")).not.toContain("controller: true");
});

test.each([
  { key: "Ctrl-C", typed: "\u0003", code: 130, message: "Cannot read an answer: stopped by Ctrl-C" },
  { key: "Ctrl-D", typed: "\u0004", code: 1, message: "Cannot read an answer: the input has ended: answer with flags" },
])("$key at a prompt ends the command with the exit code $code", async ({ typed, code, message }) => {
  const { folder, terminal } = await startProject();

  terminal.type(`${createApi}\n`);
  await terminal.untilShown("Create the types of the resource [Y/n] ");
  terminal.type(typed);
  await terminal.untilShown(`${message}\r\n`);
  terminal.type("echo code=$?\n");
  await terminal.untilShown(`code=${code}\r\n`);

  expect(existsSync(path.join(folder, "api/v1/widget.ts"))).toBe(false);
});

/** A folder with a new project, in a terminal. */
async function startProject(): Promise<{ readonly folder: string; readonly terminal: Terminal }> {
  const folder = await emptyFolder();
  const terminal = openTerminal(folder);
  terminal.type("kubewright init --domain example.com --fetch-deps=false\necho ready=$?\n");
  await terminal.untilShown("ready=0\r\n");
  return { folder, terminal };
}

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-prompts-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

interface Terminal {
  type(text: string): void;
  shown(): string;
  /** Waits until the terminal shows the text, after what earlier calls have waited for. */
  untilShown(text: string): Promise<void>;
}

/** An interactive bash with the command `kubewright`, on a pseudo-terminal. */
function openTerminal(folder: string): Terminal {
  const shell = spawn("script", ["-qefc", "bash --noprofile --norc -i", "/dev/null"], {
    cwd: folder,
    env: { PATH: inject("searchPath"), HOME: folder, TERM: "dumb", PS1: "$ ", HISTFILE: "" },
    stdio: ["pipe", "pipe", "ignore"],
  });
  onTestFinished(() => void shell.kill());
  let shown = "";
  let seen = 0;
  let onShown = (): void => {};
  shell.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
    onShown();
  });
  shell.stdin.write(`kubewright() { "${process.execPath}" --conditions=source "${main}" "$@"; }\n`);
  return {
    type: (text) => void shell.stdin.write(text),
    shown: () => shown,
    untilShown: (text) =>
      new Promise((resolve) => {
        onShown = () => {
          const at = shown.indexOf(text, seen);
          if (at < 0) return;
          seen = at + text.length;
          resolve();
        };
        onShown();
      }),
  };
}
