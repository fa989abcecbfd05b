/** `kubewright version`. */
import { booleanFlag } from "../boolean-flag.ts";
import type { AddCommand } from "../command.ts";
import { examples } from "../command.ts";

export const addVersion: AddCommand = (program, { io, version }) => {
  program
    .command("version")
    .description("print the versions of the command and of Node, and the platform")
    .addOption(booleanFlag("json", "print JSON", false))
    .addHelpText("after", examples([["kubewright version"], ["kubewright version --json"]]))
    .action(({ json }: { readonly json: boolean }) => {
      const { version: node, platform, arch } = process;
      const facts = { kubewright: version, node, platform: `${platform}/${arch}` };
      const lines = Object.entries(facts).map(([name, value]) => `${name} ${value}\n`);
      io.out(json ? `${JSON.stringify(facts)}\n` : lines.join(""));
    });
};
