/**
 * The output of simulated containers for `kubectl logs`, `exec` and `attach`. There are no processes, so annotations of the Pod or
 * functions declare the output. Pass the result to the API server as its `nodeProxy`; `@kubewright/envtest` and `kubewright cluster` do this.
 *
 * ```ts
 * const nodeProxy = createSimulatedContainers({
 *   exec: ({ command }) => (command[0] === "pg_isready" ? { stdout: "accepting connections\n" } : undefined),
 * });
 * await using server = createApiServer({ nodeProxy });
 * ```
 */
import type {
  CommandResult,
  ContainerLog,
  ContainerTarget,
  LogLine,
  NodeProxy,
  StreamSession,
} from "@kubewright/apiserver";
import { parseTime } from "@kubewright/apimachinery";
import { declaredOutcome } from "./declared-commands.ts";
import type { SimulatedCommand, SimulatedContainer, SimulatedOutcome } from "./simulated-command.ts";

/**
 * The log of every container of the Pod. With a container name as suffix (`simulator.kubewright.dev/logs.sidecar`): the log of that container.
 */
export const logsAnnotation = "simulator.kubewright.dev/logs";

/** The log of the previous run, for `kubectl logs --previous`. A container name can be a suffix as well. */
export const previousLogsAnnotation = "simulator.kubewright.dev/previous-logs";

export interface SimulatedContainersOptions {
  /** The log of a container. `undefined`: the log in its annotations. */
  readonly logs?: (container: SimulatedContainer) => string | undefined;
  /** The outcome of a command. `undefined`: the outcome in the annotation `execAnnotation`. An error ends the session with its message. */
  readonly exec?: (command: SimulatedCommand) => SimulatedOutcome | undefined | Promise<SimulatedOutcome | undefined>;
}

/** The exit code of a shell for a missing program. */
const notFoundExitCode = 127;

/** The containers of simulated Pods. A container for which nothing is declared has no commands, and a log that explains how to declare one. */
export function createSimulatedContainers(options: SimulatedContainersOptions = {}): NodeProxy {
  const logOf = (target: ContainerTarget): string | undefined =>
    options.logs?.(containerOf(target)) ?? annotation(target, logsAnnotation);

  return {
    logs(target, { previous }): ContainerLog | undefined {
      if (!previous) {
        const lines = linesOf(target, logOf(target) ?? undeclaredLog);
        return { lines, follow: (signal) => untilEnded(target, signal) };
      }
      const text = annotation(target, previousLogsAnnotation);
      return text === undefined ? undefined : { lines: linesOf(target, text) };
    },

    async exec(target, session): Promise<CommandResult> {
      const { command, stdin } = session;
      const asked = { ...containerOf(target), command, stdin: () => textOf(stdin) };
      const declared = (await options.exec?.(asked)) ?? declaredOutcome(asked);
      const outcome = declared ?? {
        stderr: `${command[0] ?? ""}: not found: no output of this command is declared for this simulated container\n`,
        exitCode: notFoundExitCode,
      };
      await say(session, outcome);
      return { exitCode: outcome.exitCode ?? 0 };
    },

    async attach(target, session): Promise<CommandResult> {
      const log = logOf(target);
      await say(session, log === undefined ? { stderr: undeclaredLog } : { stdout: log });
      if (log !== undefined) await target.ended(session.signal);
      return { exitCode: 0 };
    },
  };
}

const undeclaredLog = `This container is simulated and runs no process. Declare its log in the annotation ${logsAnnotation} of its Pod\n`;

function containerOf({ pod, container }: ContainerTarget): SimulatedContainer {
  // The server has decoded everything that it stores under `pods` as a Pod.
  return { pod: pod as unknown as SimulatedContainer["pod"], name: container };
}

function annotation({ pod, container }: ContainerTarget, name: string): string | undefined {
  const { annotations = {} } = pod.metadata;
  return annotations[`${name}.${container}`] ?? annotations[name];
}

/** The lines of a log, all with the start time of the container. */
function linesOf(target: ContainerTarget, text: string): readonly LogLine[] {
  const { pod, name } = containerOf(target);
  const status = pod.status?.containerStatuses?.find((each) => each.name === name);
  const began = status?.state?.running?.startedAt ?? status?.state?.terminated?.startedAt ?? pod.status?.startTime;
  const timeMs = parseTime(began ?? pod.metadata.creationTimestamp) ?? 0;
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line) => ({ timeMs, text: line }));
}

async function* untilEnded(target: ContainerTarget, signal: AbortSignal): AsyncGenerator<LogLine, void, undefined> {
  await target.ended(signal);
  yield* noLines; // The whole log exists from the beginning.
}

const noLines: readonly LogLine[] = [];

async function say({ stdout, stderr }: StreamSession, outcome: SimulatedOutcome): Promise<void> {
  if (outcome.stdout !== undefined) await stdout(outcome.stdout);
  if (outcome.stderr !== undefined) await stderr(outcome.stderr);
}

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  return Buffer.concat(await Array.fromAsync(bytes)).toString();
}
