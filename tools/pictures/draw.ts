// Draws a picture as SVG. Its colours are variables for the light and the dark scheme; fonts are those of the system.
import type { Arrow, Box, Frame, Picture } from "./picture.ts";

const cell = { width: 178, height: 108 };
const box = { gapX: 18, gapY: 40 };
const margin = 16;

/** The variables of a scheme. The website sets the same for its own themes. */
const light =
  "--ink:#1b1f26;--soft:#5c6675;--line:#7b8696;--paper:#ffffff;--ours:#e3edfd;--edge:#1f5fbf;--code:#f1f3f6;--frame:#c6ced9";
const dark =
  "--ink:#eef1f5;--soft:#a9b3c1;--line:#8d99aa;--paper:#17181c;--ours:#1a2c4b;--edge:#7fb0ff;--code:#25282f;--frame:#454d5a";

/** The style sheet of all pictures, for both schemes. */
export const scheme = `.kw-picture{${light}}
@media (prefers-color-scheme:dark){.kw-picture{${dark}}}
.kw-picture text{font:13px system-ui,sans-serif;fill:var(--soft);text-anchor:middle}
.kw-picture .title{font-weight:600;fill:var(--ink)}
.kw-picture .mono{font-family:ui-monospace,monospace;font-size:12px}
.kw-picture .frame{font-weight:600;text-anchor:start}
.kw-picture .label{font-size:12px;stroke:var(--paper);stroke-width:5px;paint-order:stroke;stroke-linejoin:round}`;

/** The SVG of a picture. It ends with a newline. */
export function draw({ title, columns, rows, boxes, frames = [], arrows = [] }: Picture): string {
  const [width, height] = [columns * cell.width + 2 * margin, rows * cell.height + 2 * margin];
  const places = new Map(boxes.map((each) => [each.id, placeOf(each)]));
  return `<svg xmlns="http://www.w3.org/2000/svg" class="kw-picture" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" style="min-width:${Math.round(width * 0.7)}px" role="img" aria-label="${escaped(title)}">
<style>
${scheme}
</style>
<rect width="${width}" height="${height}" rx="10" fill="var(--paper)"/>
${[...frames.map(drawFrame), ...boxes.map(drawBox), ...arrows.map((arrow) => drawArrow(arrow, places))].join("\n")}
</svg>
`;
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function placeOf({ column, row, columns = 1 }: Box): Place {
  return {
    x: margin + column * cell.width + box.gapX / 2,
    y: margin + row * cell.height + box.gapY / 2,
    width: columns * cell.width - box.gapX,
    height: cell.height - box.gapY,
  };
}

function drawFrame({ label, column, row, columns, rows }: Frame): string {
  const [x, y] = [margin + column * cell.width + 6, margin + row * cell.height - 8];
  const [width, height] = [columns * cell.width - 12, rows * cell.height + 4];
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="10" fill="none" stroke="var(--frame)" stroke-dasharray="5 4"/>
<text class="frame" x="${x + 14}" y="${y + 19}">${escaped(label)}</text>`;
}

function drawBox(each: Box): string {
  const { lines, look = "ours" } = each;
  const { x, y, width, height } = placeOf(each);
  const [fill, stroke] = look === "ours" ? ["ours", "edge"] : look === "code" ? ["code", "line"] : ["paper", "line"];
  const first = y + height / 2 - (lines.length - 1) * 8.5 + 4.5;
  const texts = lines.map((line, index) => {
    const names = [...(index === 0 ? ["title"] : []), ...(look === "code" ? ["mono"] : [])];
    const attribute = names.length === 0 ? "" : ` class="${names.join(" ")}"`;
    return `<text${attribute} x="${x + width / 2}" y="${first + index * 17}">${escaped(line)}</text>`;
  });
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="7" fill="var(--${fill})" stroke="var(--${stroke})" stroke-width="1.4"/>
${texts.join("\n")}`;
}

type Point = readonly [x: number, y: number];

function drawArrow({ from, to, label }: Arrow, places: ReadonlyMap<string, Place>): string {
  const [start, end] = [pointOn(from, places), pointOn(to, places)];
  const points = cornersOf(start, end, from[1], to[1]);
  const line = `<polyline points="${points.map((point) => point.join(",")).join(" ")}" fill="none" stroke="var(--line)" stroke-width="1.5"/>`;
  const head = `<polygon points="${headAt(end, to[1])
    .map((point) => point.join(","))
    .join(" ")}" fill="var(--line)"/>`;
  if (label === undefined) return line + head;
  const [x, y] = middleOf(points);
  return `${line}${head}\n<text class="label" x="${x}" y="${y + 4}">${escaped(label)}</text>`;
}

function pointOn([id, side]: Arrow["from"], places: ReadonlyMap<string, Place>): Point {
  const place = places.get(id);
  if (place === undefined) throw new Error(`Cannot draw an arrow: there is no box "${id}"`);
  const { x, y, width, height } = place;
  const points = {
    left: [x, y + height / 2],
    right: [x + width, y + height / 2],
    top: [x + width / 2, y],
    bottom: [x + width / 2, y + height],
  } as const;
  return points[side];
}

/** Arrows run parallel to the axes. */
function cornersOf([x1, y1]: Point, [x2, y2]: Point, from: string, to: string): readonly Point[] {
  const isAcross = (side: string): boolean => side === "left" || side === "right";
  if (isAcross(from) !== isAcross(to)) return [[x1, y1], isAcross(from) ? [x2, y1] : [x1, y2], [x2, y2]];
  const [middleX, middleY] = [(x1 + x2) / 2, (y1 + y2) / 2];
  if (isAcross(from))
    return y1 === y2
      ? [
          [x1, y1],
          [x2, y2],
        ]
      : [
          [x1, y1],
          [middleX, y1],
          [middleX, y2],
          [x2, y2],
        ];
  return x1 === x2
    ? [
        [x1, y1],
        [x2, y2],
      ]
    : [
        [x1, y1],
        [x1, middleY],
        [x2, middleY],
        [x2, y2],
      ];
}

function headAt([x, y]: Point, side: string): readonly Point[] {
  const [long, wide] = [8, 4.5];
  if (side === "left")
    return [
      [x, y],
      [x - long, y - wide],
      [x - long, y + wide],
    ];
  if (side === "right")
    return [
      [x, y],
      [x + long, y - wide],
      [x + long, y + wide],
    ];
  if (side === "top")
    return [
      [x, y],
      [x - wide, y - long],
      [x + wide, y - long],
    ];
  return [
    [x, y],
    [x - wide, y + long],
    [x + wide, y + long],
  ];
}

/** The middle of the longest part of a line. */
function middleOf(points: readonly Point[]): Point {
  const parts = points.slice(1).map((end, index) => ({ start: points[index] ?? end, end }));
  const length = ({ start, end }: (typeof parts)[number]): number => Math.hypot(end[0] - start[0], end[1] - start[1]);
  const [longest] = parts.toSorted((a, b) => length(b) - length(a));
  if (longest === undefined) throw new Error("Cannot draw an arrow: it has no length");
  return [(longest.start[0] + longest.end[0]) / 2, (longest.start[1] + longest.end[1]) / 2];
}

/** The text for an SVG. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
