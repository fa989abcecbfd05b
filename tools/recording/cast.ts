// A recording of a terminal as asciicast v2 (https://docs.asciinema.org/manual/asciicast/v2/): a header, then a line per output.

/** What a terminal printed, and when. */
export interface Cast {
  readonly columns: number;
  readonly rows: number;
  /** In order. */
  readonly outputs: readonly CastOutput[];
}

export interface CastOutput {
  /** Seconds since the start. */
  readonly at: number;
  /** Text with the control sequences of a terminal. */
  readonly text: string;
}

/** The text of a `.cast` file. */
export function printCast({ columns, rows, outputs }: Cast): string {
  const header = { version: 2, width: columns, height: rows };
  const lines = outputs.map(({ at, text }) => [Number(at.toFixed(3)), "o", text]);
  return [header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join("");
}

/**
 * Reads the text of a `.cast` file.
 *
 * @throws an Error if the version is not 2.
 */
export function parseCast(text: string): Cast {
  const [first = "{}", ...rest] = text.trim().split("\n");
  const { version, width, height } = JSON.parse(first) as { version?: number; width: number; height: number };
  if (version !== 2) throw new Error(`Cannot read the recording: version is ${String(version)}, must be 2`);
  const lines = rest.map((line) => JSON.parse(line) as readonly [at: number, kind: string, text: string]);
  const outputs = lines.filter(([, kind]) => kind === "o").map(([at, , output]) => ({ at, text: output }));
  return { columns: width, rows: height, outputs };
}

/** The recording with pauses of at most `seconds`. */
export function withShortPauses({ outputs, ...size }: Cast, seconds: number): Cast {
  let removed = 0;
  let last = 0;
  const shortened = outputs.map(({ at, text }) => {
    removed += Math.max(0, at - last - seconds);
    last = at;
    return { at: at - removed, text };
  });
  return { ...size, outputs: shortened };
}
