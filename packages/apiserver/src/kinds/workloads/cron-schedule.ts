/** The schedule of a CronJob: five fields, or a name such as `@daily`. https://en.wikipedia.org/wiki/Cron */
import { goDurationProblem, quoteGoString } from "@kubewright/apimachinery";

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly names: readonly string[];
}

const fields: readonly Bounds[] = [
  { min: 0, max: 59, names: [] },
  { min: 0, max: 23, names: [] },
  { min: 1, max: 31, names: [] },
  {
    min: 1,
    max: 12,
    names: ["", "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"],
  },
  { min: 0, max: 6, names: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] },
];

const descriptors: ReadonlySet<string> = new Set([
  "@yearly",
  "@annually",
  "@monthly",
  "@weekly",
  "@daily",
  "@midnight",
  "@hourly",
]);

/** The error of a schedule, as in kube-apiserver; `undefined` for a valid one. */
export function scheduleProblem(schedule: string): string | undefined {
  const text = schedule.replace(/^(?:CRON_)?TZ=\S* */, "");
  if (text.startsWith("@")) return descriptorProblem(text);
  const parts = text.split(/\s+/).filter((part) => part !== "");
  if (parts.length !== fields.length) {
    return `expected exactly ${fields.length} fields, found ${parts.length}: [${parts.join(" ")}]`;
  }
  for (const [index, bounds] of fields.entries()) {
    const problem = fieldProblem(parts[index] ?? "", bounds);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function descriptorProblem(text: string): string | undefined {
  if (descriptors.has(text)) return undefined;
  const every = /^@every (.*)$/s.exec(text)?.[1];
  if (every === undefined) return `unrecognized descriptor: ${text}`;
  const problem = goDurationProblem(every);
  return problem === undefined ? undefined : `failed to parse duration ${text}: ${problem}`;
}

function fieldProblem(text: string, bounds: Bounds): string | undefined {
  for (const range of text.split(",")) {
    const problem = range === "" ? undefined : rangeProblem(range, bounds);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function rangeProblem(text: string, { min, max, names }: Bounds): string | undefined {
  const [limits = "", stepText, ...slashes] = text.split("/");
  const [low = "", high, ...hyphens] = limits.split("-");
  const isAll = low === "*" || low === "?";
  const start = isAll ? min : numberOf(low, names);
  if (typeof start === "string") return start;
  const given = isAll ? max : high === undefined ? start : numberOf(high, names);
  if (typeof given === "string") return given;
  if (!isAll && hyphens.length > 0) return `too many hyphens: ${text}`;
  if (slashes.length > 0) return `too many slashes: ${text}`;
  const step = stepText === undefined ? 1 : numberOf(stepText, []);
  if (typeof step === "string") return step;
  // A single number with a step begins a range up to the maximum.
  const end = stepText !== undefined && high === undefined ? max : given;
  if (start < min) return `beginning of range (${start}) below minimum (${min}): ${text}`;
  if (end > max) return `end of range (${end}) above maximum (${max}): ${text}`;
  if (start > end) return `beginning of range (${start}) beyond end of range (${end}): ${text}`;
  return step === 0 ? `step of range should be a positive number: ${text}` : undefined;
}

function numberOf(text: string, names: readonly string[]): number | string {
  const named = text === "" ? -1 : names.indexOf(text.toLowerCase());
  if (named !== -1) return named;
  if (!/^[+-]?\d+$/.test(text)) {
    return `failed to parse int from ${text}: strconv.Atoi: parsing ${quoteGoString(text)}: invalid syntax`;
  }
  const number = Number(text);
  return number < 0 ? `negative number (${number}) not allowed: ${text}` : number;
}
