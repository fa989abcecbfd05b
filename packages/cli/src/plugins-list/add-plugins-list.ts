/** The words of `kubewright plugins`. */
import type { AddCommand } from "../command.ts";
import { examples } from "../command.ts";

export const addPluginsList: AddCommand = (program, { io }) => {
  program
    .command("plugins")
    .description("list what --plugins takes: the plugins of this command, and those of others that are installed")
    .addHelpText("after", examples([["kubewright plugins", "which are there, and where others are looked for"]]))
    .action(async () => {
      const { listPlugins } = await import("./list-plugins.ts");
      await listPlugins(io);
    });
};
