/** A log line for people: time, level, message, then the fields as `name=value`; the stack of an error follows on separate lines. */

const levelColors: Readonly<Record<string, string>> = { debug: "90", info: "36", warn: "33", error: "31" };

/** Converts a JSON line to a text line. A line that is not a JSON object is returned unchanged. */
export function formatTextLine(line: string, options: { readonly colors: boolean }): string {
  const entry = parse(line);
  if (entry === undefined) return line;
  const { time, level, message, error, ...fields } = entry;
  const paint = (code: string, text: string): string => (options.colors ? `\u001b[${code}m${text}\u001b[0m` : text);

  const head = [
    paint("90", clockPart(String(time))),
    paint(levelColors[String(level)] ?? "0", String(level).toUpperCase().padEnd(5)),
    String(message),
  ];
  const pairs = Object.entries(fields).map(([name, value]) => `${paint("90", `${name}=`)}${textOf(value)}`);
  return `${[...head, ...pairs].join(" ")}${errorLines(error)}\n`;
}

function parse(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined; // Not ours: the caller prints it unchanged, so nothing is lost.
  }
}

/** `2026-11-20T21:26:30.123Z` becomes `21:26:30.123`. */
function clockPart(time: string): string {
  return time.slice(11, 23);
}

function textOf(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value) ?? "undefined";
  return /^[\w./:@%+-]+$/.test(value) ? value : JSON.stringify(value);
}

/** Only the stack of an error spans several lines. Control characters other than the line break are escaped. */
function errorLines(error: unknown): string {
  if (error === undefined) return "";
  if (typeof error !== "object" || error === null || !("message" in error)) return ` error=${textOf(error)}`;
  const { message, stack, causes } = error as { message: unknown; stack?: unknown; causes?: readonly unknown[] };
  const lines = typeof stack === "string" ? stack.split("\n") : [String(message)];
  const below = [...lines, ...(causes ?? []).map((cause) => `caused by ${String(cause)}`)];
  return below.map((line) => `\n    ${escapeControl(line.trim())}`).join("");
}

function escapeControl(text: string): string {
  return text.replaceAll(
    /[\u0000-\u001f\u007f]/g,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
}
