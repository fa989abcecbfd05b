/** The table that a measurement prints: the embedded server beside a bare Node server and the real pair, each figure with its goal. */
import { alignedTable } from "./aligned-table.ts";

export interface Figure {
  readonly what: string;
  readonly unit: string;
  readonly ours: number;
  readonly bound?: number;
  readonly real?: number;
  /** Whether a higher number is the better one. */
  readonly higherIsBetter?: boolean;
  readonly goal?: Goal;
}

/** A limit in the figure's unit, or the least share of what bare Node reaches in the same run. */
export type Goal = { readonly atMost: number } | { readonly shareOfBound: number };

const columns = ["figure", "goal", "embedded", "bare Node", "share", "met", "etcd + kube-apiserver", "better by"];

/** Lines of text with aligned columns. `share` compares with bare Node, `better by` with the real pair. */
export function tableOf(figures: readonly Figure[]): string {
  return alignedTable([columns, ...figures.map(rowOf)]);
}

function rowOf(figure: Figure): readonly string[] {
  const { what, unit, ours, bound, real, goal } = figure;
  return [
    what,
    goal === undefined ? "" : goalText(goal, unit),
    withUnit(ours, unit),
    withUnit(bound, unit),
    bound === undefined ? "" : percent(ratio(figure, bound)),
    goal === undefined ? "" : metText(figure, goal),
    withUnit(real, unit),
    real === undefined ? "" : `${ratio(figure, real).toFixed(1)} x`,
  ];
}

/** How often as good our figure is. */
function ratio({ ours, higherIsBetter = false }: Figure, other: number): number {
  return higherIsBetter ? ours / other : other / ours;
}

function goalText(goal: Goal, unit: string): string {
  return "atMost" in goal ? `at most ${goal.atMost} ${unit}` : `${percent(goal.shareOfBound)} of Node`;
}

function metText(figure: Figure, goal: Goal): string {
  if ("atMost" in goal) return figure.ours <= goal.atMost ? "yes" : "no";
  if (figure.bound === undefined) return "";
  return ratio(figure, figure.bound) >= goal.shareOfBound ? "yes" : "no";
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}

function withUnit(value: number | undefined, unit: string): string {
  if (value === undefined) return "";
  return `${value >= 100 ? value.toFixed(0) : value.toPrecision(2)} ${unit}`;
}
