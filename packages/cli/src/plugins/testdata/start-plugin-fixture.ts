/** A project, and beside it a folder of plugins, which are scripts of a test. */
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { startFixture } from "../../testdata/command-fixture.ts";

/** The response of a plugin; a string is printed unchanged. */
export interface Answers {
  readonly run?: object | string;
  readonly flags?: object;
  readonly metadata?: object;
}

export async function startPluginFixture() {
  const fixture = await startFixture();
  // A name with special characters of a shell.
  const outside = await mkdtemp(path.join(tmpdir(), "kubewright plugins; $(touch gone) "));
  const env = { EXTERNAL_PLUGINS_PATH: outside, PATH: "/usr/bin:/bin" };
  const folderOf = (name: string): string => path.join(outside, name);
  const programOf = (name: string): string => path.join(folderOf(name), path.dirname(name));
  const script = async (name: string, text: string, mode = 0o755): Promise<void> => {
    await mkdir(folderOf(name), { recursive: true });
    await writeFile(programOf(name), text);
    await chmod(programOf(name), mode);
  };
  return {
    folder: fixture.folder,
    outside,
    output: fixture.output,
    errors: fixture.errors,
    path: (file: string) => path.join(fixture.folder, file),
    text: (file: string) => readFile(path.join(fixture.folder, file), "utf8"),
    kubewright: (...args: readonly string[]) => fixture.run(args, env),
    init: (...args: readonly string[]) =>
      fixture.run(["init", "--domain", "example.com", "--project-name", "shop", "--fetch-deps=false", ...args], env),
    script,
    /** A plugin that returns these responses, and records its requests. */
    async plugin(name: string, { run = {}, flags, metadata }: Answers) {
      const files = { run, flags: flags ?? { error: true }, metadata: metadata ?? { error: true } };
      await mkdir(folderOf(name), { recursive: true });
      for (const [file, answer] of Object.entries(files)) {
        const text = typeof answer === "string" ? answer : JSON.stringify({ apiVersion: "v1alpha1", ...answer });
        await writeFile(path.join(folderOf(name), file), text);
      }
      await script(name, recording);
    },
    /** The last request to the plugin, except for flags and metadata. */
    async request(name: string): Promise<unknown> {
      return JSON.parse(await readFile(path.join(folderOf(name), "request"), "utf8"));
    },
    async [Symbol.asyncDispose]() {
      await rm(outside, { recursive: true, force: true });
      await fixture[Symbol.asyncDispose]();
    },
  };
}

const recording = `#!/bin/sh
cd "$(dirname "$0")"
request=$(cat)
case $request in
  *'"command":"flags"'*) cat flags ;;
  *'"command":"metadata"'*) cat metadata ;;
  *) printf '%s' "$request" >request; cat run ;;
esac
`;
