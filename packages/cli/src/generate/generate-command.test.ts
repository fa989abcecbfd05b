import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Io } from "../io.ts";
import { runGenerate } from "./generate-command.ts";

const root = fileURLToPath(new URL("../../../../examples/crddemo", import.meta.url));

test("generate --verify covers clients, listers and informers, and prints the diffs of missing files", async () => {
  const printed: string[] = [];
  const io: Io = { cwd: root, env: {}, isTty: false, out: (text) => void printed.push(text), err: () => {} };

  await runGenerate(["object", "client", "lister", "informer"], { verify: true }, { io, signals: process });
  const upToDate = printed.splice(0);
  const words = ["lister", "output:lister:dir=pkg/listers"];
  const elsewhere = runGenerate(words, { verify: true }, { io, signals: process });

  expect(upToDate).toEqual(["5 generated files are up to date\n"]);
  await expect(elsewhere).rejects.toThrow(
    "Generated files are outdated: pkg/listers/listers.ts: run the same command without --verify",
  );
  expect(printed.join("")).toContain("+export type MydemoLister = Lister<Mydemo>;");
});

test("generate prints with output:stdout, writes nothing with output:none, and adds a header to files", async () => {
  const printed: string[] = [];
  const notes: string[] = [];
  const io: Io = {
    cwd: root,
    env: {},
    isTty: false,
    out: (text) => void printed.push(text),
    err: (text) => void notes.push(text),
  };

  const words = ["crd:maxDescLen=0,allowDangerousTypes", "object", "output:object:none"];
  await runGenerate(words, { stdout: true, headerFile: "PROJECT" }, { io, signals: process });

  expect(printed).toHaveLength(1);
  expect(printed[0]).toMatch(/^(?:.+\n)+---\napiVersion: apiextensions.k8s.io\/v1\n/);
  expect(notes).toEqual(["note: crd:allowDangerousTypes has no effect: the type Double is explicit\n"]);
});

test("generate -w explains markers instead of generating", async () => {
  const printed: string[] = [];
  const io: Io = { cwd: "/nowhere", env: {}, isTty: false, out: (text) => void printed.push(text), err: () => {} };

  await runGenerate(["rbac"], { markers: 1 }, { io, signals: process });

  expect(printed.join("")).toMatch(/^RBAC\n/);
});
