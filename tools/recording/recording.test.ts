// The recording on small examples, and the picture on the landing page.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "../source/workspace.ts";
import { parseCast, printCast, withShortPauses } from "./cast.ts";
import { drawRecording } from "./draw-recording.ts";
import { framesOf } from "./frames.ts";
import { pictureOf } from "./record.ts";

const cast = {
  columns: 20,
  rows: 2,
  outputs: [
    { at: 0, text: "$ " },
    { at: 0.01, text: "l" },
    { at: 9, text: "s\r\n" },
    { at: 9.5, text: "\u001b[1;32mREADME\u001b[0m src   lib\r\n\u001b[2mend" },
  ],
};

test("docs/pictures/way-in.svg is drawn from its recording", async () => {
  const text = await readFile(path.join(root, "docs/pictures/way-in.cast"), "utf8");

  await expect(await pictureOf(text)).toMatchFileSnapshot("../../docs/pictures/way-in.svg");
});

test("the picture on the landing page shows a command from its first screen", async () => {
  const text = await readFile(path.join(root, "docs/pictures/way-in.cast"), "utf8");

  const [first] = await framesOf(parseCast(text));

  expect(first?.at).toBe(0);
  expect(first?.rows.flat().map(({ text: shown }) => shown)).toContain("make project DIR=../websites");
});

test("a recording is read as it was printed, and another version is rejected", () => {
  expect(parseCast(printCast(cast))).toEqual(cast);
  expect(() => parseCast('{"version":3}')).toThrow("Cannot read the recording: version is 3, must be 2");
});

test("withShortPauses() shortens long pauses and keeps the others", () => {
  expect(withShortPauses(cast, 1).outputs.map(({ at }) => Number(at.toFixed(2)))).toEqual([0, 0.01, 1.01, 1.51]);
});

test("framesOf() returns the screens with the looks of their text, and omits screens of a moment", async () => {
  expect(await framesOf(cast)).toEqual([
    { at: 0, rows: [[{ column: 0, text: "$ l" }], []] },
    { at: 9, rows: [[{ column: 0, text: "$ ls" }], []] },
    {
      at: 9.5,
      rows: [
        [
          { column: 0, text: "README", color: 2, isBold: true },
          { column: 7, text: "src" },
          { column: 13, text: "lib" },
        ],
        [{ column: 0, text: "end", isDim: true }],
      ],
    },
  ]);
});

test("drawRecording() defines each line once", async () => {
  const svg = drawRecording(await framesOf(withShortPauses(cast, 1)), { title: 'A "title"', columns: 20, rows: 2 });

  expect(svg).toContain('aria-label="A &quot;title&quot;"');
  expect(Array.from(svg.matchAll(/id="(kw-line-\d+)"/gu), ([, id]) => id)).toHaveLength(4);
  expect(svg).toContain("0.00%{transform:translateY(0px)}");
});
