// `npm run recording`: follows the landing page in a terminal, as a user without Kubewright would, and draws what the terminal shows.
//
//   npm run recording                records docs/pictures/way-in.cast , and draws docs/pictures/way-in.svg
//   npm run recording -- --draw      only draws
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { startNewcomerWithClone } from "../../tests/newcomer/newcomer.ts";
import { root } from "../source/workspace.ts";
import { parseCast, printCast, withShortPauses } from "./cast.ts";
import { drawRecording } from "./draw-recording.ts";
import { framesOf } from "./frames.ts";
import { recordSession } from "./session.ts";

const file = path.join(root, "docs/pictures/way-in.cast");

/** The picture of a recording. */
export async function pictureOf(text: string): Promise<string> {
  const cast = withShortPauses(parseCast(text), 1.5);
  return drawRecording(await framesOf(cast), {
    title: "Commands in a terminal: a project is created, gets a kind, passes its tests, and runs beside a cluster",
    columns: cast.columns,
    rows: cast.rows,
  });
}

async function record(): Promise<string> {
  await using newcomer = await startNewcomerWithClone({ env: process.env });
  const { NO_COLOR: _, ...env } = newcomer.env;
  const cast = await recordSession(
    [
      { typed: "make project DIR=../websites" },
      { typed: "cd ../websites" },
      {
        typed: "npx kubewright create api --group web --version v1 --kind Website --resource --controller",
        folder: "../websites",
      },
      { typed: "npm test", folder: "../websites" },
      { typed: "npx kubewright dev", folder: "../websites", until: "Starting workers" },
    ],
    {
      columns: 96,
      rows: 26,
      folder: newcomer.folder,
      env: { ...env, TERM: "xterm-256color", FORCE_COLOR: "1", npm_config_progress: "false" },
      now: () => performance.now() / 1000,
      onOutput: (text) => process.stdout.write(text),
    },
  );
  return printCast(cast).replaceAll(path.dirname(newcomer.folder), "~");
}

if (import.meta.main) {
  if (!process.argv.includes("--draw")) await writeFile(file, await record());
  await writeFile(file.replace(/cast$/u, "svg"), await pictureOf(await readFile(file, "utf8")));
  console.log("Drew docs/pictures/way-in.svg");
}
