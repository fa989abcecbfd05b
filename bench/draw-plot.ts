/** Draws measurements as bars: a panel for each figure, a bar for each program. */
import { escaped, scheme } from "../tools/pictures/draw.ts";
import { median } from "./processes.ts";
import type { Measurement, RecordedMeasurements } from "./results.ts";

export interface PlotOptions {
  /** The title for screen readers. */
  readonly title: string;
  /** Which figures are drawn, in this order: the beginnings of their names, and the titles of their panels. */
  readonly panels: readonly (readonly [what: string, title: string])[];
}

const panel = { width: 412, title: 30, bar: 22, gap: 14 };
const columns = 2;
const label = { width: 150, value: 92 };
const margin = 16;

/**
 * The SVG of the figures. Each bar is the median of its program's runs, each panel has its own scale. It ends with a newline.
 *
 * @throws an Error if a panel has no figure.
 */
export function drawPlot(
  { machine, date, measurements }: RecordedMeasurements,
  { title, panels }: PlotOptions,
): string {
  const drawn = panels.map(([what, name]) => {
    const found = measurements.find((each) => each.what.startsWith(what));
    if (found === undefined) throw new Error(`Cannot draw "${name}": no figure begins with ${JSON.stringify(what)}`);
    return { name, figure: found };
  });
  const bars = Math.max(...drawn.map(({ figure }) => Object.keys(figure.values).length));
  const panelHeight = panel.title + bars * panel.bar + panel.gap;
  const width = columns * panel.width + 2 * margin;
  const height = Math.ceil(drawn.length / columns) * panelHeight + 2 * margin + 12;
  return `<svg xmlns="http://www.w3.org/2000/svg" class="kw-picture" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" style="min-width:${Math.round(width * 0.7)}px" role="img" aria-label="${escaped(title)}">
<style>
${scheme}
.kw-picture .bar{text-anchor:end}
.kw-picture .value{text-anchor:start}
</style>
<rect width="${width}" height="${height}" rx="10" fill="var(--paper)"/>
${drawn
  .map(({ name, figure }, index) =>
    drawPanel(name, figure, {
      x: margin + (index % columns) * panel.width,
      y: margin + Math.floor(index / columns) * panelHeight,
    }),
  )
  .join("\n")}
<text class="frame" style="font-size:11px;font-weight:400" x="${margin}" y="${height - 12}">${escaped(`${machine}, ${date}`)}</text>
</svg>
`;
}

function drawPanel(name: string, { unit, higherIsBetter, values }: Measurement, at: { x: number; y: number }): string {
  const medians = Object.entries(values).map(([program, runs]) => ({ program, value: median(runs) }));
  const longest = Math.max(...medians.map(({ value }) => value));
  const room = panel.width - label.width - label.value;
  const heading = `${name} (${higherIsBetter === true ? "more" : "less"} is better)`;
  const bars = medians.map(({ program, value }, index) => {
    const y = at.y + panel.title + index * panel.bar;
    const length = Math.max(1, (room * value) / longest);
    const look = index === 0 ? 'fill="var(--edge)"' : 'fill="var(--frame)"';
    return `<text class="bar${index === 0 ? " title" : ""}" x="${at.x + label.width - 8}" y="${y + 12}">${escaped(program)}</text>
<rect x="${at.x + label.width}" y="${y}" width="${length.toFixed(1)}" height="${panel.bar - 6}" rx="2" ${look}/>
<text class="value" x="${(at.x + label.width + length + 6).toFixed(1)}" y="${y + 12}">${escaped(valueText(value, unit))}</text>`;
  });
  return `<text class="frame" style="fill:var(--ink)" x="${at.x}" y="${at.y + 16}">${escaped(heading)}</text>
${bars.join("\n")}`;
}

function valueText(value: number, unit: string): string {
  const digits = value >= 100 ? Math.round(value).toLocaleString("en-US") : String(Number(value.toPrecision(2)));
  return `${digits} ${unit}`.trim();
}
