/** `kubewright doctor`: what on this machine and in this folder prevents commands from working. */
import { createSystemClock } from "@kubewright/async";
import type { CommandContext } from "../command.ts";
import { CommandError } from "../io.ts";
import { checkKubectl, checkNode, checkPort, checkStaleFiles } from "./check-machine.ts";
import { checkKubeconfig, checkPackages } from "./check-project.ts";
import type { Finding } from "./finding.ts";

export interface DoctorFlags {
  readonly output: string;
}

/** @throws {CommandError} if one of the findings is an error. */
export async function runDoctor({ output }: DoctorFlags, { io, version }: CommandContext): Promise<void> {
  const clock = createSystemClock();
  const others = await Promise.all([
    checkKubectl(io.env),
    checkPackages(io.cwd, version),
    checkKubeconfig(io.cwd, clock),
    checkPort(),
    checkStaleFiles(clock),
  ]);
  const findings = [checkNode(process.version), ...others];
  io.out(output === "json" ? `${JSON.stringify(findings)}\n` : findings.map(lineOf).join(""));
  const errors = findings.filter(({ state }) => state === "error");
  if (errors.length > 0) throw new CommandError(`To correct first: ${errors.map(({ name }) => name).join(", ")}`);
}

function lineOf({ name, state, text, fix }: Finding): string {
  const line = `${state.padEnd(7)}  ${name}: ${text}\n`;
  return fix === undefined ? line : `${line}         ${fix}\n`;
}
