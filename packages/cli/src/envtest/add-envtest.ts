/** The words of `kubewright envtest`: setup-envtest's, so that its flags and variables work as they are. */
import { Option } from "commander";
import type { Command } from "commander";
import type { AddCommand, CommandContext } from "../command.ts";
import { examples } from "../command.ts";
import type { EnvtestFlags } from "./settings.ts";

const versionHelp = `
Versions:
  1.30.2                a version
  1.30, 1.30.x, 1.30.*  any patch of 1.30
  ~1.30.2               1.30.2 or a later patch of 1.30
  <1.32, <=1.32         older ones (quote them)
  1.30.x!               the latest that can be downloaded, whatever is installed
  latest                the latest that can be downloaded (the default)
  latest-on-disk        the latest that is installed

Environment variables:
  KUBEBUILDER_ASSETS      with --use-env, the folder that is taken as it is
  ENVTEST_INSTALLED_ONLY  set to anything: --installed-only
  ENVTEST_USE_ENV         set to anything: --use-env`;

export const addEnvtest: AddCommand = (program, context) => {
  const { io, signals, version } = context;
  const envtest = program
    .command("envtest")
    .description("install the programs of a real control plane for tests: etcd, kube-apiserver and kubectl")
    .addHelpText("after", versionHelp)
    .addHelpText(
      "after",
      examples([
        ["kubewright envtest use", "the latest, downloaded if it is not there"],
        ["kubewright envtest use 1.30.x -p path", "prints the folder alone"],
        ["source <(kubewright envtest use -i -p env 1.30.x)", "sets KUBEBUILDER_ASSETS, without the network"],
        ["kubewright envtest list --os darwin --arch '*'"],
        ["kubewright envtest cleanup '<1.30'"],
      ]),
    );

  downloading(printing(sharing(envtest.command("use"))))
    .description("say where the programs of a version are, and download them first if need be")
    .argument("[version]", "see the help of `kubewright envtest`", "latest")
    .option("--use-env", "take the folder in KUBEBUILDER_ASSETS as it is, if it is set")
    .addHelpText("after", examples([["kubewright envtest use 1.30.x! --bin-dir bin"]]))
    .action(async (wish: string, flags: EnvtestFlags) => {
      const { runUse } = await import("./use-command.ts");
      await runUse(wish, flags, io, signals);
    });

  sharing(envtest.command("path"))
    .description("print the folder of the latest version that is installed and fits, without the network")
    .argument("[version]", "see the help of `kubewright envtest`", "latest-on-disk")
    .option("--use-env", "take the folder in KUBEBUILDER_ASSETS as it is, if it is set")
    .addHelpText("after", examples([['KUBEBUILDER_ASSETS="$(kubewright envtest path)" npm test']]))
    .action(async (wish: string, flags: EnvtestFlags) => {
      const { runUse } = await import("./use-command.ts");
      await runUse(wish, { ...flags, installedOnly: true, print: "path" }, io, signals);
    });

  indexing(sharing(envtest.command("list")))
    .description("list the versions that are installed and those that can be downloaded")
    .argument("[version]", "see the help of `kubewright envtest`", "latest")
    .addHelpText("after", examples([["kubewright envtest list -i", "what is installed"]]))
    .action(async (wish: string, flags: EnvtestFlags) => {
      const { runList } = await import("./list-command.ts");
      await runList(wish, flags, io, signals);
    });

  sharing(envtest.command("cleanup"))
    .description("remove the versions that fit, and what broken installations have left")
    .argument("<version>", "see the help of `kubewright envtest`; latest means all")
    .addHelpText("after", examples([["kubewright envtest cleanup '<1.30' --os '*' --arch '*'"]]))
    .action(async (wish: string, flags: EnvtestFlags) => {
      const { runCleanup } = await import("./cleanup-command.ts");
      await runCleanup(wish, flags, io);
    });

  printing(sharing(envtest.command("sideload")))
    .description("install a version from a tar.gz, out of standard input or a file")
    .argument("<version>", "with all its three numbers")
    .argument("[file]", "the archive (default: standard input)")
    .addHelpText("after", examples([["kubewright envtest sideload 1.30.0 < envtest-v1.30.0-linux-amd64.tar.gz"]]))
    .action(async (wish: string, file: string | undefined, flags: EnvtestFlags) => {
      const { runSideload } = await import("./sideload-command.ts");
      await runSideload({ wish, ...(file === undefined ? {} : { file }) }, flags, io, signals);
    });

  addVersion(envtest, { io, version });
};

function addVersion(envtest: Command, { io, version }: Pick<CommandContext, "io" | "version">): void {
  envtest
    .command("version")
    .description("print the version of this program")
    .addHelpText("after", examples([["kubewright envtest version"]]))
    .action(() => io.out(`kubewright envtest version: v${version}\n`));
}

function sharing(command: Command): Command {
  return command
    .option("--os <name>", "linux, darwin or windows; '*' for any where that makes sense (default: this machine's)")
    .option("--arch <name>", "amd64, arm64, …; '*' for any where that makes sense (default: this machine's)")
    .option("--bin-dir <folder>", "where the versions are kept (default: where setup-envtest keeps them)");
}

function indexing(command: Command): Command {
  return command
    .option("--index <url>", "the list of what can be downloaded (default: the one of controller-tools)")
    .option("-i, --installed-only", "look at installed versions alone, without the network");
}

function downloading(command: Command): Command {
  return indexing(command)
    .option("--force", "download even what is installed")
    .addOption(
      new Option("--verify [boolean]", "compare the SHA-512 of what is downloaded with the index")
        .choices(["true", "false"])
        .default("true"),
    )
    .option("--no-verify", "take what is downloaded as it is");
}

function printing(command: Command): Command {
  return command.addOption(
    new Option("-p, --print <form>", "what to print").choices(["overview", "path", "env"]).default("overview"),
  );
}
