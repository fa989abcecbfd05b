// Commands in a container whose outcome an annotation of the Pod declares.
import type { SimulatedCommand, SimulatedOutcome } from "./simulated-command.ts";

/**
 * What commands do in the Pod's containers, as a JSON list: `[{"command":["cat","/etc/motd"],"stdout":"hello\n"}]`. An entry may have
 * `stderr`, `exitCode` (default 0) and `container` (default: any); the first entry with the requested command is used.
 */
export const execAnnotation = "simulator.kubewright.dev/exec";

/** An entry of the annotation. */
interface DeclaredCommand extends SimulatedOutcome {
  readonly command: readonly string[];
  readonly container?: string;
}

/**
 * The declared outcome of a command; `undefined` if it is not declared.
 *
 * @throws {TypeError} if the annotation is not such a list.
 */
export function declaredOutcome({ pod, name, command }: SimulatedCommand): SimulatedOutcome | undefined {
  const text = pod.metadata.annotations?.[execAnnotation];
  if (text === undefined) return undefined;
  return parseCommands(text).find(
    (entry) =>
      (entry.container === undefined || entry.container === name) &&
      entry.command.length === command.length &&
      entry.command.every((part, index) => part === command[index]),
  );
}

function parseCommands(text: string): readonly DeclaredCommand[] {
  const refused = (found: string, cause?: unknown): TypeError =>
    new TypeError(`Cannot read the annotation ${execAnnotation}: ${found}`, { cause });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refused(`it is ${JSON.stringify(text)}, must be a list in JSON`, error);
  }
  if (Array.isArray(value) && value.every(isDeclaredCommand)) return value;
  throw refused(`it is ${text}, must be a list of {"command": ["…"], "stdout": "…", "stderr": "…", "exitCode": 0}`);
}

function isDeclaredCommand(value: unknown): value is DeclaredCommand {
  if (typeof value !== "object" || value === null) return false;
  const {
    command,
    container = "",
    stdout = "",
    stderr = "",
    exitCode = 0,
  } = value as Readonly<Record<string, unknown>>;
  const texts: readonly unknown[] = [container, stdout, stderr];
  return (
    Array.isArray(command) &&
    command.every((part) => typeof part === "string") &&
    texts.every((text) => typeof text === "string") &&
    Number.isInteger(exitCode)
  );
}
