/** `kubewright dev`: the operator of a project, started again on each save, beside a cluster that stays. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createSystemClock, createSystemRandom, isAbort, linkSignals } from "@kubewright/async";
import { createDiskFileHost, formatProblem, openGenerateSession, writeArtifacts } from "@kubewright/gen";
import { stopOnSignals } from "@kubewright/runtime";
import type { SignalSource } from "@kubewright/runtime";

import { parseGenerateWords } from "../generate/parse-words.ts";
import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";
import { sourceChanges } from "../watch/source-changes.ts";
import { openDevCluster } from "./dev-cluster.ts";
import type { DevClusterOptions } from "./dev-cluster.ts";
import { createDevOutput } from "./dev-output.ts";
import type { DevOutput } from "./dev-output.ts";
import { conversionPatches, manifestFolders, readDevProject } from "./dev-project.ts";
import type { DevProject } from "./dev-project.ts";
import { createDevSession } from "./dev-session.ts";
import { createDevWebhooks } from "./dev-webhooks.ts";
import { startOperator } from "./operator-process.ts";
import { createProjectCrds } from "./project-crds.ts";
import { applySamples } from "./project-samples.ts";
import { assertSshTarget } from "./ssh-forward.ts";
import { syntaxProblems } from "./syntax-check.ts";
import { createTypeCheck } from "./type-check.ts";
import { webhookModes, webhookRoute } from "./webhook-route.ts";
import type { WebhookMode } from "./webhook-route.ts";

export interface DevFlags {
  readonly root?: string;
  readonly main?: string;
  /** Of the embedded cluster; default 0, any free one. */
  readonly port?: string;
  readonly kubeconfig?: string;
  readonly data?: string;
  readonly context?: string;
  readonly useCurrentContext?: boolean;
  readonly webhooks?: string;
  readonly webhookAddress?: string;
  readonly webhookSsh?: string;
  readonly samples?: boolean;
}

/**
 * Runs until a signal asks for the end, and then ends the operator, puts back what it has changed on a cluster that is not its own, and ends its own.
 *
 * @throws {CommandError} when the flags make no sense or the folder has no operator; what the parts throw when the cluster cannot be started or reached.
 */
export async function runDev(
  operatorFlags: readonly string[],
  flags: DevFlags,
  io: Io,
  signals: SignalSource,
): Promise<void> {
  const root = path.resolve(io.cwd, flags.root ?? ".");
  const choice = clusterChoice(flags, io.cwd);
  const mode = webhookMode(flags);
  const project = await readDevProject(root, flags.main);
  const output = createDevOutput(io);
  using stop = stopOnSignals(signals);
  using running = linkSignals(stop.signal);
  const { signal } = running;
  let failure: { readonly error: unknown } | undefined;
  const clock = createSystemClock();
  const random = createSystemRandom();
  try {
    await using resources = new AsyncDisposableStack();
    const scratch = await mkdtemp(path.join(tmpdir(), "kubewright-dev-"));
    resources.defer(() => rm(scratch, { recursive: true, force: true }));
    const kubeconfig = path.resolve(io.cwd, flags.kubeconfig ?? ".kubewright/kubeconfig");
    const onControllersEnded = (error: unknown): void => {
      failure = { error };
      running.abort(error);
    };
    const cluster = await openDevCluster(
      { choice, kubeconfig, scratch, io, clock, random, signal, onControllersEnded },
      resources,
    );
    output.say("cluster", cluster.description);
    for (const patch of await conversionPatches(root)) {
      output.warn(
        "webhooks",
        `${patch} is left out: conversion webhooks are not led here yet, so objects are served as they are stored`,
      );
    }
    const common = { client: cluster.client, clock, signal };
    const folderOf = (kind: keyof typeof manifestFolders): string => path.join(root, manifestFolders[kind]);
    const generated = resources.use(openGeneration(project, output));
    const webhooks =
      mode === "off"
        ? {}
        : {
            webhooks: resources.use(
              createDevWebhooks({
                ...common,
                folder: folderOf("webhooks"),
                namePrefix: project.namePrefix,
                mode,
                ...(flags.webhookAddress === undefined ? {} : { address: flags.webhookAddress }),
                ...(flags.webhookSsh === undefined ? {} : { sshTarget: flags.webhookSsh }),
                env: io.env,
                warn: (message) => output.warn("webhooks", message),
                restores: !cluster.isOurs,
                scratch,
                random,
              }),
            ),
          };
    const types = resources.use(
      createTypeCheck({
        root,
        env: io.env,
        report: (lines) =>
          lines.length > 0 ? output.warn("types", lines.join("\n")) : output.say("types", "are right"),
      }),
    );
    const session = resources.use(
      createDevSession({
        output,
        clock,
        generate: generated.run,
        problemsIn: (files) => syntaxProblems(root, files),
        crds: createProjectCrds({ ...common, folder: folderOf("crds") }),
        ...webhooks,
        checkTypes: types.start,
        start: (more) =>
          startOperator({
            main: project.main,
            args: [...more, ...operatorFlags],
            nodeFlags: process.execArgv,
            cwd: root,
            env: { ...io.env, ...cluster.env },
            clock,
            onLine: output.operatorLine,
            onEnd: (how) => output.warn("operator", `The operator ${how}; the next save starts it again`),
          }),
        ...(flags.samples ? { applySamples: () => applySamples({ ...common, folder: folderOf("samples") }) } : {}),
      }),
    );
    const isWatched = (file: string): boolean => isPartOfOperator(file) && !generated.files().has(file);
    for await (const changes of sourceChanges({ root, clock, signal, isWatched })) {
      await session.round(changes);
      if (changes.length === 0) output.say("operator", "waiting for saves; Ctrl-C ends everything");
    }
  } catch (error) {
    if (!isAbort(error, signal)) throw error;
  }
  if (failure) throw failure.error;
  io.out("Stopped.\n");
}

interface Generation extends Disposable {
  /** Writes what has changed, and gives its paths. */
  run(): readonly string[];
  /** Everything that is generated, by its path below the root. */
  files(): ReadonlySet<string>;
}

function openGeneration({ root, generateWords }: DevProject, output: DevOutput): Generation {
  const host = createDiskFileHost();
  const warn = (problem: Parameters<typeof formatProblem>[0]): void =>
    output.warn("generate", `warning: ${formatProblem(problem, root)}`);
  const session = openGenerateSession({ ...parseGenerateWords(generateWords), host, root, warn });
  let files: ReadonlySet<string> = new Set();
  return {
    run() {
      const artifacts = session.generate();
      files = new Set(artifacts.map((artifact) => artifact.path)); // Before they are written, so that their saves are not taken for the user's.
      return writeArtifacts(host, root, artifacts);
    },
    files: () => files,
    [Symbol.dispose]: () => session[Symbol.dispose](),
  };
}

/** What an operator is made of: its sources without their tests, and the manifests that it needs on the cluster. */
function isPartOfOperator(file: string): boolean {
  if (file.startsWith("config/")) return /^config\/(?:crd\/bases|webhook)\/[^/]+\.ya?ml$/.test(file);
  if (/\.test\.m?[jt]s$/.test(file)) return false;
  return /\.m?[jt]s$/.test(file) || /^(?:package|tsconfig)\.json$/.test(file);
}

function clusterChoice(flags: DevFlags, cwd: string): DevClusterOptions["choice"] {
  const { context, useCurrentContext = false, data, port } = flags;
  if (context === undefined && !useCurrentContext) {
    const number = Number(port ?? "0");
    if (!/^\d+$/.test(port ?? "0") || number > 65_535) {
      throw new CommandError(`Cannot develop: --port is "${port}": expected a number from 0 to 65535`);
    }
    return { kind: "embedded", port: number, ...(data === undefined ? {} : { directory: path.resolve(cwd, data) }) };
  }
  const wrong = Object.entries({ data, port, kubeconfig: flags.kubeconfig }).find(
    ([, value]) => value !== undefined,
  )?.[0];
  if (wrong !== undefined) {
    throw new CommandError(
      `Cannot develop: --${wrong} is of the embedded cluster, and a context is named: leave one out`,
    );
  }
  return { kind: "context", ...(context === undefined ? {} : { name: context }) };
}

function webhookMode({ webhooks = "local", webhookAddress, webhookSsh }: DevFlags): WebhookMode {
  const mode = webhookModes.find((known) => known === webhooks);
  if (!mode) throw new CommandError(`Cannot develop: --webhooks is "${webhooks}": expected ${webhookModes.join(", ")}`);
  if (mode !== "off") webhookRoute(mode, webhookAddress, 1); // Says now what it would say later.
  if ((mode === "ssh") !== (webhookSsh !== undefined)) {
    throw new CommandError("Cannot develop: --webhooks ssh and --webhook-ssh belong together: give both or neither");
  }
  if (webhookSsh !== undefined) assertSshTarget(webhookSsh);
  return mode;
}
