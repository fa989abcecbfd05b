/** How the programs of a real control plane are started: flags, timeouts and output, with the variables of controller-runtime's envtest. */
import { parseGoDuration } from "@kubewright/apimachinery";
import { EnvironmentError } from "../errors.ts";

/** Settings of a real control plane. */
export interface ControlPlaneSettings {
  /** Further flags of kube-apiserver. They follow the default flags: a flag with one value replaces the default, a flag with a list extends it. */
  readonly apiServerFlags?: readonly string[];
  /** Further flags of etcd. They follow the default flags. */
  readonly etcdFlags?: readonly string[];
  /** Rejects the start after this time, in milliseconds. Default: KUBEBUILDER_CONTROLPLANE_START_TIMEOUT, else `startTimeoutMs`. */
  readonly startTimeoutMs?: number;
  /** Kills a program that has not stopped after this time, in milliseconds. Default: KUBEBUILDER_CONTROLPLANE_STOP_TIMEOUT, else `stopTimeoutMs`. */
  readonly stopTimeoutMs?: number;
  /** Writes the output of the programs to stderr. Default: KUBEBUILDER_ATTACH_CONTROL_PLANE_OUTPUT is "true"; otherwise only errors contain it. */
  readonly attachOutput?: boolean;
}

/** Starting takes about three seconds on an idle machine, and a minute on a busy one. */
const startTimeoutMs = 120_000;
/** kube-apiserver without its etcd may hang in its shutdown. */
const stopTimeoutMs = 10_000;

/**
 * The settings with the values of the variables, and the defaults.
 *
 * @throws {EnvironmentError} if a variable is not a duration of Go.
 */
export function settingsFrom(given: ControlPlaneSettings, env: NodeJS.ProcessEnv): Required<ControlPlaneSettings> {
  return {
    apiServerFlags: given.apiServerFlags ?? [],
    etcdFlags: given.etcdFlags ?? [],
    startTimeoutMs: given.startTimeoutMs ?? durationIn(env, "KUBEBUILDER_CONTROLPLANE_START_TIMEOUT") ?? startTimeoutMs,
    stopTimeoutMs: given.stopTimeoutMs ?? durationIn(env, "KUBEBUILDER_CONTROLPLANE_STOP_TIMEOUT") ?? stopTimeoutMs,
    attachOutput: given.attachOutput ?? env["KUBEBUILDER_ATTACH_CONTROL_PLANE_OUTPUT"]?.toLowerCase() === "true",
  };
}

function durationIn(env: NodeJS.ProcessEnv, name: string): number | undefined {
  const text = env[name];
  if (text === undefined || text === "") return undefined;
  const nanoseconds = parseGoDuration(text);
  if (nanoseconds !== undefined && nanoseconds > 0n) return Number(nanoseconds / 1_000_000n);
  throw new EnvironmentError(
    `Cannot start a control plane: ${name} is ${JSON.stringify(text)}, must be a duration above zero such as 60s`,
  );
}
