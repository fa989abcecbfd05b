/** The flags and help of `kubewright doctor`. */
import { Option } from "commander";
import type { AddCommand } from "../command.ts";
import { examples } from "../command.ts";
import type { DoctorFlags } from "./doctor-command.ts";

export const addDoctor: AddCommand = (program, context) => {
  program
    .command("doctor")
    .description("check the machine and this folder: Node, kubectl, packages, kubeconfig, ports, stale files")
    .addOption(
      new Option("-o, --output <format>", "the format of the output").choices(["text", "json"]).default("text"),
    )
    .addHelpText("after", examples([["kubewright doctor"], ["kubewright doctor --output json", "for programs"]]))
    .action(async (flags: DoctorFlags) => {
      const { runDoctor } = await import("./doctor-command.ts");
      await runDoctor(flags, context);
    });
};
