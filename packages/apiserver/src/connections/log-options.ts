// The query of `pods/log`, checked, and the lines that it selects.
import type { FieldError } from "@kubewright/apimachinery";
import { badRequest, field, invalid, parseTime } from "@kubewright/apimachinery";
import { isTrue, parseInteger } from "../http/query-values.ts";
import type { LogLine } from "./node-proxy.ts";

export interface LogOptions {
  /** `""`: the only container of the Pod. */
  readonly container: string;
  readonly follow: boolean;
  readonly previous: boolean;
  /** Each line begins with its time. */
  readonly timestamps: boolean;
  readonly tailLines: number | undefined;
  readonly limitBytes: number | undefined;
  readonly sinceSeconds: number | undefined;
  readonly sinceTimeMs: number | undefined;
}

/** Reads the query. Throws 400 for a malformed number or time, 422 for an invalid value. */
export function parseLogOptions(query: URLSearchParams, podName: string): LogOptions {
  const flag = (name: string): boolean => query.has(name) && isTrue(query.get(name));
  const options: LogOptions = {
    container: query.get("container") ?? "",
    follow: flag("follow"),
    previous: flag("previous"),
    timestamps: flag("timestamps"),
    tailLines: parseInteger(query.get("tailLines")),
    limitBytes: parseInteger(query.get("limitBytes")),
    sinceSeconds: parseInteger(query.get("sinceSeconds")),
    sinceTimeMs: timeIn(query.get("sinceTime")),
  };
  const errors = errorsOf(options, query.has("stream"));
  if (errors.length > 0) throw invalid({ group: "", kind: "PodLogOptions" }, podName, errors);
  return options;
}

function timeIn(text: string | null): number | undefined {
  if (text === null || text === "") return undefined;
  const time = parseTime(text);
  if (time !== undefined) return time;
  throw badRequest(
    `parsing time ${JSON.stringify(text)} as "2006-01-02T15:04:05Z07:00": cannot parse ${JSON.stringify(text)} as "2006"`,
  );
}

function errorsOf(options: LogOptions, hasStream: boolean): readonly FieldError[] {
  const { tailLines, limitBytes, sinceSeconds, sinceTimeMs } = options;
  const errors: FieldError[] = [];
  if (tailLines !== undefined && tailLines < 0) {
    errors.push(field.invalid("tailLines", tailLines, "must be greater than or equal to 0"));
  }
  if (limitBytes !== undefined && limitBytes < 1) {
    errors.push(field.invalid("limitBytes", limitBytes, "must be greater than 0"));
  }
  if (sinceSeconds !== undefined && sinceTimeMs !== undefined) {
    errors.push(field.forbidden("[]", "at most one of `sinceTime` or `sinceSeconds` may be specified"));
  } else if (sinceSeconds !== undefined && sinceSeconds < 1) {
    errors.push(field.invalid("sinceSeconds", sinceSeconds, "must be greater than 0"));
  }
  if (hasStream) errors.push(field.forbidden("stream", "may not be specified"));
  return errors;
}

/** The existing lines that the options select. */
export function selectLines(lines: readonly LogLine[], options: LogOptions, nowMs: number): readonly LogLine[] {
  const { sinceSeconds, sinceTimeMs, tailLines } = options;
  const since = sinceSeconds === undefined ? sinceTimeMs : nowMs - sinceSeconds * 1000;
  const late = since === undefined ? lines : lines.filter(({ timeMs }) => timeMs >= since);
  if (tailLines === undefined) return late;
  return tailLines === 0 ? [] : late.slice(-tailLines);
}

/** Formats a line of the response. */
export function printLine({ timeMs, text }: LogLine, { timestamps }: LogOptions): string {
  // A kubelet writes nanoseconds.
  const time = timestamps ? `${new Date(timeMs).toISOString().replace("Z", "000000Z")} ` : "";
  return `${time}${text}\n`;
}
