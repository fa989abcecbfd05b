/**
 * Metric families in the text format of Prometheus: https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
 *
 * Callers keep the series, so counting is an addition. The text is built when the metrics are read.
 */

export interface FamilyOptions {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
}

/** The value of one combination of label values. */
export class Value {
  value = 0;
}

/** The number of observations in each bucket, and their sum. */
export class Histogram {
  readonly #bounds: readonly number[];
  readonly #counts: number[];
  #sum = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  observe(value: number): void {
    let index = 0;
    while (index < this.#bounds.length && value > (this.#bounds[index] ?? Infinity)) index++;
    this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    this.#sum += value;
  }

  /** The samples of this histogram, `labels` without braces. */
  *lines(name: string, labels: string): Generator<string, void, undefined> {
    const separator = labels === "" ? "" : ",";
    let total = 0;
    for (const [index, count] of this.#counts.entries()) {
      total += count;
      yield `${name}_bucket{${labels}${separator}le="${this.#bounds[index] ?? "+Inf"}"} ${total}`;
    }
    yield `${name}_sum${braced(labels)} ${this.#sum}`;
    yield `${name}_count${braced(labels)} ${total}`;
  }
}

/** The series of one metric. */
export class Family<Series extends Histogram | Value> {
  readonly #options: FamilyOptions;
  readonly #type: "counter" | "gauge" | "histogram";
  readonly #create: () => Series;
  readonly #series = new Map<string, Series>();

  constructor(type: "counter" | "gauge" | "histogram", options: FamilyOptions, create: () => Series) {
    this.#type = type;
    this.#options = options;
    this.#create = create;
  }

  /** The series with these label values, in the order of the labels. Callers on the path of a request keep it. */
  with(...values: readonly string[]): Series {
    const key = this.#options.labels.map((label, index) => `${label}="${escaped(values[index] ?? "")}"`).join(",");
    let series = this.#series.get(key);
    if (series === undefined) {
      series = this.#create();
      this.#series.set(key, series);
    }
    return series;
  }

  /** Removes all series. */
  clear(): void {
    this.#series.clear();
  }

  /** The lines of the family; empty without series. */
  *lines(): Generator<string, void, undefined> {
    if (this.#series.size === 0) return;
    const { name, help } = this.#options;
    yield `# HELP ${name} ${help}`;
    yield `# TYPE ${name} ${this.#type}`;
    for (const [labels, series] of [...this.#series].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (series instanceof Histogram) yield* series.lines(name, labels);
      else yield `${name}${braced(labels)} ${series.value}`;
    }
  }
}

export const counterFamily = (options: FamilyOptions): Family<Value> =>
  new Family("counter", options, () => new Value());

export const gaugeFamily = (options: FamilyOptions): Family<Value> => new Family("gauge", options, () => new Value());

export const histogramFamily = (options: FamilyOptions, bounds: readonly number[]): Family<Histogram> =>
  new Family("histogram", options, () => new Histogram(bounds));

function braced(labels: string): string {
  return labels === "" ? "" : `{${labels}}`;
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}
