/**
 * `kubewright dev`: runs the operator of a project and restarts it on each save, beside a cluster that keeps running. This file connects
 * the parts: the flags, the cluster, the steps of one round, and a round for each save.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createSystemClock, createSystemRandom, isAbort, linkSignals } from "@kubewright/async";
import type { Clock, Random } from "@kubewright/async";
import { stopOnSignals } from "@kubewright/runtime";
import type { SignalSource } from "@kubewright/runtime";

import type { Io } from "../io.ts";
import { sourceChanges } from "../watch/source-changes.ts";
import { openDevCluster } from "./dev-cluster.ts";
import type { DevCluster } from "./dev-cluster.ts";
import { settingsOf } from "./dev-flags.ts";
import type { DevFlags, DevSettings } from "./dev-flags.ts";
import { createDevOutput } from "./dev-output.ts";
import type { DevOutput } from "./dev-output.ts";
import { isPartOfOperator, manifestFolders, readDevProject } from "./dev-project.ts";
import type { DevProject } from "./dev-project.ts";
import { createDevSession } from "./dev-session.ts";
import type { DevSession, DevSessionOptions } from "./dev-session.ts";
import { createDevWebhooks } from "./dev-webhooks.ts";
import { openGeneration } from "./generation.ts";
import type { Generation } from "./generation.ts";
import { startOperator } from "./operator-process.ts";
import { readConversions } from "./project-conversions.ts";
import { createProjectCrds } from "./project-crds.ts";
import { applySamples } from "./project-samples.ts";
import { syntaxProblems } from "./syntax-check.ts";
import { createTypeCheck } from "./type-check.ts";

/**
 * Runs until a signal arrives. It then stops the operator, restores what it has changed on the cluster of a context, and stops an embedded
 * one.
 *
 * @throws {CommandError} when the flags are invalid or the folder has no operator; the errors of the cluster when it cannot be started or
 * reached.
 */
export async function runDev(
  operatorFlags: readonly string[],
  flags: DevFlags,
  io: Io,
  signals: SignalSource,
): Promise<void> {
  const settings = settingsOf(flags, io.cwd);
  const project = await readDevProject(settings.root, flags.main);
  using stop = stopOnSignals(signals);
  using running = linkSignals(stop.signal);
  let failure: { readonly error: unknown } | undefined;
  const onControllersEnded = (error: unknown): void => {
    failure = { error };
    running.abort(error);
  };
  const context = {
    settings,
    project,
    operatorFlags,
    wantsSamples: flags.samples === true,
    io,
    output: createDevOutput(io),
    clock: createSystemClock(),
    random: createSystemRandom(),
    signal: running.signal,
    onControllersEnded,
  };
  try {
    await develop(context);
  } catch (error) {
    if (!isAbort(error, running.signal)) throw error;
  }
  if (failure) throw failure.error;
  io.out("Stopped.\n");
}

/** The options of all parts. */
interface DevContext {
  readonly settings: DevSettings;
  readonly project: DevProject;
  readonly operatorFlags: readonly string[];
  readonly wantsSamples: boolean;
  readonly io: Io;
  readonly output: DevOutput;
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
  readonly onControllersEnded: (error: unknown) => void;
}

/** Ends only by the signal: after a failure it waits for the next save. */
async function develop(context: DevContext): Promise<void> {
  const { settings, project, output, clock, signal } = context;
  const { root } = project;
  await using resources = new AsyncDisposableStack();
  const scratch = await mkdtemp(path.join(tmpdir(), "kubewright-dev-"));
  resources.defer(() => rm(scratch, { recursive: true, force: true }));
  const cluster = await openDevCluster({ ...context, ...settings, scratch }, resources);
  output.say("cluster", cluster.description);
  if (!settings.routing) {
    for (const { definition } of await readConversions(root)) {
      output.warn("webhooks", `${definition} is not converted here: --webhooks is off`);
    }
  }
  const generation = resources.use(openGeneration(project, output));
  const session = openSession({ ...context, cluster, generation, scratch }, resources);
  const isWatched = (file: string): boolean => isPartOfOperator(file) && !generation.files().has(file);
  for await (const changes of sourceChanges({ root, clock, signal, isWatched })) {
    await session.round(changes);
    if (changes.length === 0) output.say("operator", "waiting for saves; Ctrl-C stops everything");
  }
}

interface SessionParts extends DevContext {
  readonly cluster: DevCluster;
  readonly generation: Generation;
  readonly scratch: string;
}

function openSession(parts: SessionParts, resources: AsyncDisposableStack): DevSession {
  const { settings, project, cluster, generation, wantsSamples, io, output, clock, signal } = parts;
  const { root } = project;
  const common = { client: cluster.client, clock, signal };
  const crds = createProjectCrds({ ...common, folder: path.join(root, manifestFolders.crds) });
  const samples = { ...common, folder: path.join(root, manifestFolders.samples) };
  const types = resources.use(
    createTypeCheck({
      root,
      env: io.env,
      report: (lines) => (lines.length > 0 ? output.warn("types", lines.join("\n")) : output.say("types", "no errors")),
    }),
  );
  const webhooks = settings.routing && resources.use(openWebhooks(settings.routing, parts));
  return resources.use(
    createDevSession({
      output,
      clock,
      generate: generation.run,
      problemsIn: (files) => syntaxProblems(root, files),
      crds,
      ...(webhooks && { webhooks }),
      checkTypes: types.start,
      start: operatorStarter(parts),
      ...(wantsSamples && { applySamples: () => applySamples(samples) }),
    }),
  );
}

function openWebhooks(
  routing: NonNullable<DevSettings["routing"]>,
  { project, cluster, scratch, io, output, clock, random, signal }: SessionParts,
): ReturnType<typeof createDevWebhooks> {
  return createDevWebhooks({
    ...routing,
    project,
    env: io.env,
    warn: (message) => output.warn("webhooks", message),
    client: cluster.client,
    restores: !cluster.isTemporary,
    scratch,
    clock,
    random,
    signal,
  });
}

function operatorStarter({
  settings,
  project,
  cluster,
  operatorFlags,
  io,
  output,
  clock,
}: SessionParts): DevSessionOptions["start"] {
  return (more) =>
    startOperator({
      main: project.main,
      args: [...more, ...operatorFlags],
      nodeFlags: [...process.execArgv, ...settings.nodeFlags],
      cwd: project.root,
      env: { ...io.env, ...cluster.env },
      clock,
      onLine: output.operatorLine,
      onEnd: (how) => output.warn("operator", `The operator ${how}; the next save starts it again`),
    });
}
