/** The flags and help of `kubewright plugins`. */
import type { AddCommand } from "../command.ts";
import { examples } from "../command.ts";

export const addPluginsList: AddCommand = (program, { io }) => {
  program
    .command("plugins")
    .description("list the plugins for --plugins: built-in ones, and installed external ones")
    .addHelpText("after", examples([["kubewright plugins", "list plugins, and the folder of external ones"]]))
    .action(async () => {
      const { listPlugins } = await import("./list-plugins.ts");
      await listPlugins(io);
    });
};
