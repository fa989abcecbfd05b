// The kubeconfig of `kubewright cluster`: which files it replaces and removes, and two clusters with the same file.
import { mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { startFixture } from "../testdata/command-fixture.ts";
import type { CommandFixture } from "../testdata/command-fixture.ts";

/** Starts a cluster, and ends it like a process that is killed: its kubeconfig stays. */
async function kubeconfigOfEndedCluster(fixture: CommandFixture): Promise<string> {
  const running = fixture.run(["cluster", "--controllers", "none"]);
  await fixture.untilPrinted("export KUBECONFIG=");
  const text = await readFile(path.join(fixture.folder, ".kubewright", "kubeconfig"), "utf8");
  fixture.signal("SIGTERM");
  await running;
  return text;
}

function refusal(file: string): string {
  return `Cannot write "${file}": it exists, and Kubewright has not written it or another program has changed it: remove it, or choose another file with --kubeconfig\n`;
}

test("cluster replaces the kubeconfig of a cluster that was killed, with mode 0600, and does not remove one of a later cluster", async () => {
  await using fixture = await startFixture();
  const file = path.join(fixture.folder, ".kubewright", "kubeconfig");
  await writeFile(file, await kubeconfigOfEndedCluster(fixture), { mode: 0o644 });

  const running = fixture.run(["cluster", "--controllers", "none"]);
  await fixture.untilPrinted("export KUBECONFIG=", 2);
  const { mode } = await stat(file);
  await writeFile(file, "of the next cluster");
  fixture.signal("SIGINT");

  expect(await running).toBe(0);
  expect(mode & 0o777).toBe(0o600);
  expect(await readFile(file, "utf8")).toBe("of the next cluster");
});

test("cluster removes its kubeconfig on SIGHUP, also after another program has set a namespace in it", async () => {
  await using fixture = await startFixture();
  const file = path.join(fixture.folder, ".kubewright", "kubeconfig");
  const running = fixture.run(["cluster", "--controllers", "none"]);
  await fixture.untilPrinted("export KUBECONFIG=");
  const config = JSON.parse(await readFile(file, "utf8")) as { contexts: { context: object }[] };
  const [only] = config.contexts;
  await writeFile(
    file,
    JSON.stringify({ ...config, contexts: [{ ...only, context: { ...only?.context, namespace: "shop" } }] }),
  );

  fixture.signal("SIGHUP");

  expect(await running).toBe(0);
  expect(await readdir(path.dirname(file))).toEqual([]);
});

test.each([
  { title: "another context", text: () => "current-context: production\n" },
  { title: "a context whose name begins like ours", text: () => "current-context: kubewright-prod\n" },
  { title: "our context and other credentials", text: () => "current-context: kubewright\nusers: []\n" },
  { title: "no kubeconfig", text: () => "{" },
  {
    title: "our kubeconfig with another token",
    text: (own: string) => own.replace(/"token": "[^"]+"/u, '"token": "mine"'),
  },
  {
    title: "our kubeconfig with a second user",
    text: (own: string) => own.replace('"users": [', '"users": [{ "name": "me", "user": { "token": "mine" } },'),
  },
  {
    title: "our kubeconfig with a second context",
    text: (own: string) => own.replace('"contexts": [', '"contexts": [{ "name": "me", "context": {} },'),
  },
])("cluster refuses to start with the file of another program: $title", async ({ text }) => {
  await using fixture = await startFixture();
  const content = text(await kubeconfigOfEndedCluster(fixture));
  const file = path.join(fixture.folder, "mine.yaml");
  await writeFile(file, content);

  const exit = await fixture.run(["cluster", "--controllers", "none", "--kubeconfig", "mine.yaml"]);

  expect(exit).toBe(1);
  expect(fixture.errors()).toBe(refusal(file));
  expect(fixture.output().split("export KUBECONFIG=")).toHaveLength(2); // That of the ended cluster alone.
  expect(await readFile(file, "utf8")).toBe(content);
  expect(await readdir(fixture.folder)).toEqual([".kubewright", "mine.yaml"]);
});

test("a second cluster with the same kubeconfig is refused, and the first keeps its file", async () => {
  await using fixture = await startFixture();
  const file = path.join(fixture.folder, ".kubewright", "kubeconfig");
  const running = fixture.run(["cluster", "--controllers", "none"]);
  await fixture.untilPrinted("export KUBECONFIG=");
  const text = await readFile(file, "utf8");

  await using other = await startFixture();

  const second = await other.run(["cluster", "--controllers", "none", "--kubeconfig", file]);

  expect(second).toBe(1);
  expect(other.errors()).toMatch(
    /^Cannot start the cluster: the one of ".*\.kubewright\/kubeconfig" is running at https:\/\/127\.0\.0\.1:\d+ \(process \d+\): use it, stop it with "kubewright cluster stop", or choose another file with --kubeconfig\n$/u,
  );
  expect(await readFile(file, "utf8")).toBe(text);
  fixture.signal("SIGTERM");
  expect(await running).toBe(0);
});

test("of two clusters that start at once with the same kubeconfig, one is refused", async () => {
  await using first = await startFixture();
  await using second = await startFixture();
  await symlink(first.folder, path.join(second.folder, "shared"));
  const runs = [
    first.run(["cluster", "--controllers", "none", "--kubeconfig", "k"]),
    second.run(["cluster", "--controllers", "none", "--kubeconfig", "shared/k"]),
  ];

  const loser = await Promise.race(runs.map(async (run, index) => ({ index, code: await run })));
  const winner = [first, second][1 - loser.index];
  await winner?.untilPrinted("export KUBECONFIG=");
  winner?.signal("SIGTERM");

  expect(loser.code).toBe(1);
  expect(await runs[1 - loser.index]).toBe(0);
  expect(await readdir(first.folder)).toEqual([]);
});

test.each([
  ["--data", "/proc/kubewright/data"],
  ["--kubeconfig", "/proc/kubewright/kubeconfig"],
])("cluster %s in /proc fails with one line", async (flag, file) => {
  await using fixture = await startFixture();

  const exit = await fixture.run(["cluster", "--controllers", "none", flag, file]);

  expect(exit).toBe(1);
  expect(fixture.errors()).toMatch(/^Cannot create the folder "\/proc[^"]*": [^\n]+ \([A-Z]+\)\n$/u); // Of Linux: ENOENT.
});

test.each([
  {
    flag: "--data",
    text: "another file exists at this path: move it, or choose another name (EEXIST)",
    action: "create the folder",
  },
  { flag: "--kubeconfig", text: "it is a folder: expected a file (EISDIR)", action: "open" },
])(
  "cluster $flag with a file in the place of a folder, or the reverse, fails with one line",
  async ({ flag, text, action }) => {
    await using fixture = await startFixture();
    const place = path.join(fixture.folder, "place");
    await (flag === "--data" ? writeFile(place, "") : mkdir(place));

    const exit = await fixture.run(["cluster", "--controllers", "none", flag, "place"]);

    expect(exit).toBe(1);
    expect(fixture.errors()).toBe(`Cannot ${action} "${place}": ${text}\n`);
  },
);

test("an empty --data is an error, and nothing is stored in the current folder", async () => {
  await using fixture = await startFixture();
  const before = await readdir(fixture.folder);

  expect(await fixture.run(["cluster", "--data", ""])).toBe(1);

  expect(fixture.errors()).toBe("Cannot start the cluster: --data is empty: expected a directory\n");
  expect((await readdir(fixture.folder)).filter((name) => name !== ".kubewright")).toEqual(before);
});

test("cluster removes what killed commands have left beside the kubeconfig, and nothing else", async () => {
  await using fixture = await startFixture();
  const folder = path.join(fixture.folder, ".kubewright");
  const id = "0b8a5f0e-9d3c-4b1e-8f57-2d6c1a7e9b40";
  await mkdir(folder);
  const ages = {
    [`kubeconfig.${id}`]: 3_600,
    [`kubeconfig.1${id.slice(1)}`]: 1,
    [`other.${id}`]: 3_600,
    "kubeconfig.mine": 3_600,
  };
  for (const [name, seconds] of Object.entries(ages)) {
    const file = path.join(folder, name);
    await writeFile(file, "");
    const at = Date.now() / 1000 - seconds;
    await utimes(file, at, at);
  }

  await kubeconfigOfEndedCluster(fixture);

  const left = await readdir(folder);
  expect(Object.keys(ages).filter((name) => !left.includes(name))).toEqual([`kubeconfig.${id}`]);
});
