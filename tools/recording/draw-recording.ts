// Draws the screens of a recording as an SVG that plays by itself. With reduced motion it shows the last screen.
import { escaped } from "../pictures/draw.ts";
import type { Frame, Run } from "./frames.ts";

const cell = { width: 8.4, height: 19 };
const margin = 14;
/** The last screen stays for this many seconds. */
const holdSeconds = 5;

/** The colours 0 to 15 of the terminal, on its dark background. */
const colors =
  "#5c6675 #ff7b72 #7ee787 #f2cc60 #79c0ff #d2a8ff #76e3ea #d5dbe3 #8d99aa #ffa198 #a5f0ac #f8e3a1 #a5d6ff #e2c5ff #b3f0f5 #ffffff".split(
    " ",
  );

export interface RecordingOptions {
  /** The title for screen readers. */
  readonly title: string;
  readonly columns: number;
  readonly rows: number;
}

/** The SVG of the screens, which begins again after the last one. It ends with a newline. */
export function drawRecording(frames: readonly Frame[], { title, columns, rows }: RecordingOptions): string {
  const width = columns * cell.width + 2 * margin;
  const height = rows * cell.height + 2 * margin;
  const end = (frames.at(-1)?.at ?? 0) + holdSeconds;
  const lines = new Map<string, string>();
  const screens = frames.map((frame, index) => drawScreen(frame, index * height, lines));
  const steps = frames.map(
    ({ at }, index) => `${((100 * at) / end).toFixed(2)}%{transform:translateY(${-index * height}px)}`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" class="kw-recording" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">
<style>
@keyframes kw-recording{${steps.join("")}}
.kw-recording .screens{font:14px ui-monospace,"DejaVu Sans Mono",monospace;fill:#e6e9ee;white-space:pre;animation:kw-recording ${end.toFixed(2)}s step-end infinite}
@media (prefers-reduced-motion:reduce){.kw-recording .screens{animation:none;transform:translateY(${-(frames.length - 1) * height}px)}}
</style>
<defs>
${Array.from(lines, ([content, id]) => `<g id="${id}">${content}</g>`).join("\n")}
</defs>
<rect width="${width}" height="${height}" rx="10" fill="#17181c"/>
<g class="screens">
${screens.join("\n")}
</g>
</svg>
`;
}

/** The lines of a screen, as uses of definitions: most lines are on many screens. */
function drawScreen({ rows }: Frame, top: number, lines: Map<string, string>): string {
  return rows
    .flatMap((runs, row) => {
      if (runs.length === 0) return [];
      const content = runs.map(drawRun).join("");
      const id = lines.get(content) ?? `kw-line-${lines.size}`;
      lines.set(content, id);
      return [`<use href="#${id}" y="${top + margin + (row + 0.75) * cell.height}"/>`];
    })
    .join("");
}

function drawRun({ column, text, color, isBold, isDim }: Run): string {
  const style = `${color === undefined ? "" : `fill:${colors[color] ?? ""};`}${isBold ? "font-weight:600;" : ""}${isDim ? "opacity:.65;" : ""}`;
  const attributes = style === "" ? "" : ` style="${style}"`;
  const length = text.length * cell.width;
  return `<text x="${(margin + column * cell.width).toFixed(1)}" textLength="${length.toFixed(1)}" lengthAdjust="spacingAndGlyphs"${attributes}>${escaped(text)}</text>`;
}
