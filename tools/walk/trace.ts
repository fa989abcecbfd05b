// The calls between the files of the embedded server. `instrument.ts` makes each function report when it is entered and left.

/** A call of a function in another file than the one that is running. */
export interface Call {
  readonly from: string;
  readonly to: string;
  /** Whether a function of `to` was entered before. */
  readonly isReturn: boolean;
}

interface Frame {
  readonly file: string;
}

const running: Frame[] = [];
const entered = new Set<string>();
let calls: Call[] = [];

/** Starts a new trace. */
export function startTrace(): void {
  running.length = 0;
  entered.clear();
  calls = [];
}

/** The calls since `startTrace`. */
export function tracedCalls(): readonly Call[] {
  return calls;
}

/** Records that a function of the file is entered. */
export function enter(file: string): Frame {
  const from = running.at(-1)?.file;
  if (from !== undefined && from !== file) calls.push({ from, to: file, isReturn: entered.has(file) });
  entered.add(file);
  const frame = { file };
  running.push(frame);
  return frame;
}

/** Records that a function is left. An asynchronous function can be left before one that was entered later. */
export function leave(frame: Frame): void {
  const index = running.lastIndexOf(frame);
  if (index !== -1) running.splice(index, 1);
}
