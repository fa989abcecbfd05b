/** The flags and help of `kubewright envtest`: setup-envtest's, so that its flags and environment variables work unchanged. */
import { Option } from "commander";
import type { Command } from "commander";
import type { AddCommand, CommandContext } from "../command.ts";
import { examples, wrapped } from "../command.ts";
import type { ClusterFlags } from "../definitions/cluster-definitions.ts";
import type { EnvtestFlags } from "./settings.ts";

const versionHelp = `
Versions:
  1.30.2                a version
  1.30, 1.30.x, 1.30.*  any patch of 1.30
  ~1.30.2               1.30.2 or a later patch of 1.30
  <1.32, <=1.32         earlier versions (quote these)
  1.30.x!               the latest that can be downloaded, even if an earlier one is installed
  latest                the latest that can be downloaded (the default)
  latest-on-disk        the latest that is installed

Environment variables:
  KUBEBUILDER_ASSETS      with --use-env, the folder to use
  ENVTEST_INSTALLED_ONLY  set to anything: --installed-only
  ENVTEST_USE_ENV         set to anything: --use-env`;

export const addEnvtest: AddCommand = (program, context) => {
  const { io, signals, version } = context;
  const envtest = program
    .command("envtest")
    .description("manage the binaries of a real control plane for tests: etcd, kube-apiserver and kubectl")
    .addHelpText("after", wrapped(versionHelp))
    .addHelpText(
      "after",
      examples([
        ["kubewright envtest use", "use the latest version, and download it if it is missing"],
        ["kubewright envtest use 1.30.x -p path", "print only the folder"],
        ["source <(kubewright envtest use -i -p env 1.30.x)", "set KUBEBUILDER_ASSETS, without network access"],
        ["kubewright envtest list --os darwin --arch '*'"],
        ["kubewright envtest cleanup '<1.30'"],
      ]),
    );

  downloading(printing(sharing(envtest.command("use"))))
    .description("print the folder of a version, and download it if it is missing")
    .argument("[version]", "see the help of `kubewright envtest`", "latest")
    .option("--use-env", "use the folder in KUBEBUILDER_ASSETS, if it is set")
    .addHelpText("after", examples([["kubewright envtest use 1.30.x! --bin-dir bin"]]))
    .action(async (spec: string, flags: EnvtestFlags) => {
      const { runUse } = await import("./use-command.ts");
      await runUse(spec, flags, io, signals);
    });

  sharing(envtest.command("path"))
    .description("print the folder of the latest installed version that matches, without network access")
    .argument("[version]", "see the help of `kubewright envtest`", "latest-on-disk")
    .option("--use-env", "use the folder in KUBEBUILDER_ASSETS, if it is set")
    .addHelpText("after", examples([['KUBEBUILDER_ASSETS="$(kubewright envtest path)" npm test']]))
    .action(async (spec: string, flags: EnvtestFlags) => {
      const { runUse } = await import("./use-command.ts");
      await runUse(spec, { ...flags, installedOnly: true, print: "path" }, io, signals);
    });

  indexing(sharing(envtest.command("list")))
    .description("list the installed versions and those that can be downloaded")
    .argument("[version]", "see the help of `kubewright envtest`", "latest")
    .addHelpText("after", examples([["kubewright envtest list -i", "only installed versions"]]))
    .action(async (spec: string, flags: EnvtestFlags) => {
      const { runList } = await import("./list-command.ts");
      await runList(spec, flags, io, signals);
    });

  sharing(envtest.command("cleanup"))
    .description("remove the versions that match, and remains of failed installations")
    .argument("<version>", "see the help of `kubewright envtest`; latest means all")
    .addHelpText("after", examples([["kubewright envtest cleanup '<1.30' --os '*' --arch '*'"]]))
    .action(async (spec: string, flags: EnvtestFlags) => {
      const { runCleanup } = await import("./cleanup-command.ts");
      await runCleanup(spec, flags, io);
    });

  addSideload(envtest, context);
  addDescriptions(envtest, context);
  addVersion(envtest, { io, version });
};

function addSideload(envtest: Command, { io, signals }: Pick<CommandContext, "io" | "signals">): void {
  printing(sharing(envtest.command("sideload")))
    .description("install a version from a tar.gz, from standard input or a file")
    .argument("<version>", "the full version, such as 1.30.0")
    .argument("[file]", "the archive (default: standard input)")
    .addHelpText("after", examples([["kubewright envtest sideload 1.30.0 < envtest-v1.30.0-linux-amd64.tar.gz"]]))
    .action(async (spec: string, file: string | undefined, flags: EnvtestFlags) => {
      const { runSideload } = await import("./sideload-command.ts");
      await runSideload({ spec, ...(file === undefined ? {} : { file }) }, flags, io, signals);
    });
}

function addDescriptions(envtest: Command, { io, signals }: Pick<CommandContext, "io" | "signals">): void {
  envtest
    .command("descriptions")
    .description(
      "save Kubernetes' descriptions of all built-in types, which `kubectl explain` prints on clusters of kubewright",
    )
    .option(
      "--cluster",
      "read them from the cluster of the current context (default: from the installed kube-apiserver)",
    )
    .option("--context <name>", "read them from the cluster of this context")
    .option("--kubeconfig <file>", "the kubeconfig of the cluster")
    .addHelpText(
      "after",
      examples([
        ["kubewright envtest descriptions", "start the installed kube-apiserver for some seconds"],
        ["kubewright envtest descriptions --context kind-kind"],
      ]),
    )
    .action(async (flags: ClusterFlags) => {
      const { runDescriptions } = await import("./descriptions-command.ts");
      await runDescriptions(flags, io, signals);
    });
}

function addVersion(envtest: Command, { io, version }: Pick<CommandContext, "io" | "version">): void {
  envtest
    .command("version")
    .description("print the version of this program")
    .addHelpText("after", examples([["kubewright envtest version"]]))
    .action(() => io.out(`kubewright envtest version: v${version}\n`));
}

function sharing(command: Command): Command {
  return command
    .option(
      "--os <name>",
      "linux, darwin or windows; '*' for any, where several are possible (default: that of this machine)",
    )
    .option("--arch <name>", "amd64, arm64, …; '*' for any, where several are possible (default: that of this machine)")
    .option("--bin-dir <folder>", "the folder of the versions (default: that of setup-envtest)");
}

function indexing(command: Command): Command {
  return command
    .option("--index <url>", "the index of downloadable versions (default: that of controller-tools)")
    .option("-i, --installed-only", "use only installed versions, without network access");
}

function downloading(command: Command): Command {
  return indexing(command)
    .option("--force", "download even if the version is installed")
    .addOption(
      new Option("--verify [boolean]", "compare the SHA-512 of the download with the index")
        .choices(["true", "false"])
        .default("true"),
    )
    .option("--no-verify", "do not verify the download");
}

function printing(command: Command): Command {
  return command.addOption(
    new Option("-p, --print <form>", "the output format").choices(["overview", "path", "env"]).default("overview"),
  );
}
