// A scaffold in a malicious folder, or with a malicious path, does not change files outside the folder (rule S19).
import { link, lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createSeededRandom } from "@kubewright/async";
import type { Random } from "@kubewright/async";
import { expect, test } from "vitest";
import { CommandError } from "../io.ts";
import { applyScaffold } from "./apply-scaffold.ts";

const seed = "hostile layouts";
const io = { cwd: "/", env: {}, isTty: false, out: () => {}, err: () => {} };

test("500 malicious paths and layouts: each is rejected or stays in the folder, and nothing outside changes", async () => {
  const random = createSeededRandom(seed);
  const counts = { refused: 0, written: 0 };

  for (let run = 0; run < 250; run += 1) counts[await tryPath(hostilePath(random))] += 1;
  for (let run = 0; run < 250; run += 1) counts[await tryLayout(random)] += 1;

  expect(counts.refused + counts.written).toBe(500);
  // Both results must be frequent for the test to be meaningful.
  expect(counts.refused).toBeGreaterThan(250);
  expect(counts.written).toBeGreaterThan(40);
}, 60_000);

/** Parts of paths with a special meaning for a system, a decoder or a tool. */
const evil = [
  "..",
  ".",
  "",
  "...",
  "..\\..",
  "~",
  "%2e%2e",
  "..%2f..",
  "\u0000",
  "a\u0000b",
  "C:",
  "\\\\host\\share",
  "a\nb",
  "\u202e",
  "．．",
  "‥",
  " ",
  "a b",
  "$HOME",
  "`id`",
  ";rm",
  "*",
  "?",
  "<",
  "|",
  "con.",
  "-rf",
  "a:stream",
  "é",
  "\u2028",
  "x".repeat(300),
] as const;

function hostilePath(random: Random): string {
  const depth = 1 + random.int(4);
  const parts = Array.from({ length: depth }, () => (random.next() < 0.4 ? "api" : pick(random, evil)));
  return `${random.next() < 0.1 ? "/" : ""}${parts.join("/")}/${random.next() < 0.3 ? pick(random, evil) : "widget.ts"}`;
}

async function tryPath(file: string): Promise<"refused" | "written"> {
  await using fixture = await startFixture();
  return await fixture.scaffold(file);
}

/** Places something that points elsewhere in the path of `api/v1/widget.ts`. */
async function tryLayout(random: Random): Promise<"refused" | "written"> {
  await using fixture = await startFixture();
  const place = pick(random, ["api", "api/v1", "api/v1/widget.ts"] as const);
  const target = path.join(fixture.folder, place);
  await mkdir(path.dirname(target), { recursive: true });
  const kind = pick(random, ["link", "relative link", "dangling", "loop", "hard link", "folder", "file"] as const);
  switch (kind) {
    case "link":
      await symlink(place.endsWith(".ts") ? fixture.secret : fixture.outside, target);
      break;
    case "relative link":
      await symlink(path.relative(path.dirname(target), fixture.outside), target);
      break;
    case "dangling":
      await symlink(path.join(fixture.outside, "new"), target);
      break;
    case "loop":
      await symlink(target, target);
      break;
    case "hard link":
      await link(fixture.secret, target);
      break;
    case "folder":
      await mkdir(target);
      break;
    case "file":
      await writeFile(target, "in the way\n");
      break;
  }
  return await fixture.scaffold("api/v1/widget.ts");
}

/** A folder for the project beside one that must not change. */
async function startFixture() {
  const base = await mkdtemp(path.join(tmpdir(), "kubewright-hostile-"));
  const folder = path.join(base, "project");
  const outside = path.join(base, "outside");
  const secret = path.join(outside, "secret");
  await mkdir(folder);
  await mkdir(outside);
  await writeFile(secret, "secret\n", { mode: 0o600 });
  return {
    folder,
    outside,
    secret,
    async scaffold(file: string): Promise<"refused" | "written"> {
      const before = await treeOf(base, "project");
      try {
        const files = [{ path: file, content: "written\n", ifExists: "replace" as const }];
        const insertions = [{ path: file, marker: "x", lines: ["line"] }];
        await applyScaffold(folder, { files, insertions }, { io, force: true });
        expect(await readFile(path.join(folder, file), "utf8")).toBe("written\n");
        return "written";
      } catch (error) {
        expect(error, file).toBeInstanceOf(CommandError);
        return "refused";
      } finally {
        expect(await treeOf(base, "project"), file).toEqual(before);
      }
    },
    [Symbol.asyncDispose]: () => rm(base, { recursive: true, force: true }),
  };
}

/** Every file, folder and link with its content and permissions, except those of one folder. */
async function treeOf(base: string, except: string): Promise<readonly string[]> {
  const entries = await readdir(base, { withFileTypes: true, recursive: true });
  const paths = entries.map((entry) => path.relative(base, path.join(entry.parentPath, entry.name)));
  const reports = await Promise.all(
    paths
      .filter((each) => each !== except && !each.startsWith(`${except}/`))
      .map(async (each) => {
        const file = path.join(base, each);
        const found = await lstat(file);
        const content = found.isFile()
          ? await readFile(file, "utf8")
          : found.isSymbolicLink()
            ? await readlink(file)
            : "";
        return `${each} ${found.mode.toString(8)} ${content}`;
      }),
  );
  return reports.toSorted();
}

function pick<T>(random: Random, list: readonly T[]): T {
  const picked = list[random.int(list.length)];
  if (picked === undefined) throw new Error("nothing to pick from");
  return picked;
}
