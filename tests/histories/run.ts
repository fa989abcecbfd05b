/** Runs random histories on a server, each in a separate namespace, and checks them. */
import { createSeededRandom } from "@kubewright/async";
import type { Transport } from "@kubewright/transport";
import { sendRequest } from "../http.ts";
import { checkHistory } from "./check.ts";
import { historyKinds } from "./history.ts";
import type { History, HistoryKind } from "./history.ts";
import { printFindings } from "./print.ts";
import { recordHistory } from "./record.ts";
import { randomScript } from "./script.ts";
import type { Semantics } from "./semantics.ts";

export interface HistoriesOptions {
  /** One transport for each client. */
  readonly transports: readonly Transport[];
  /** The prefix of namespaces. */
  readonly prefix: string;
  readonly seed: string;
  /** The numbers of the first history and of the one after the last. */
  readonly range: readonly [first: number, end: number];
  /** The labels of a history's namespace, by which webhooks choose it. Default: none. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly stepsPerClient?: number;
  readonly semantics?: Semantics;
  /** The kinds of the histories. Default: all. */
  readonly kinds?: readonly HistoryKind[];
  /** Ends the run after this number of reports. Default: no limit. */
  readonly reportsMax?: number;
  /** Called with each history that has a finding, and its report. */
  readonly onFinding?: (report: string, history: History) => void;
}

const stepsPerClientDefault = 5;

/** Resolves with the reports of the histories with findings. */
export async function runHistories(options: HistoriesOptions): Promise<readonly string[]> {
  const { seed, range, semantics = "strict", reportsMax = Infinity } = options;
  const reports: string[] = [];
  for (let number = range[0]; number < range[1] && reports.length < reportsMax; number++) {
    const history = await recordOne(options, number);
    const findings = checkHistory(history, semantics);
    if (findings.length === 0) continue;
    const report = `seed ${seed}, history ${number}\n${printFindings(history, findings, semantics)}`;
    reports.push(report);
    options.onFinding?.(report, history);
  }
  return reports;
}

async function recordOne(options: HistoriesOptions, number: number): Promise<History> {
  const {
    transports,
    prefix,
    seed,
    labels = {},
    kinds = historyKinds,
    stepsPerClient = stepsPerClientDefault,
  } = options;
  const [first] = transports;
  if (first === undefined) throw new RangeError("Cannot run histories: there are no clients");
  const namespace = `${prefix}${number}`;
  const body = { metadata: { name: namespace, labels } };
  const created = await sendRequest(first, { method: "POST", path: "/api/v1/namespaces", body });
  if (created.status !== 201)
    throw new Error(`Cannot create namespace "${namespace}": ${JSON.stringify(created.body)}`);
  const script = randomScript(createSeededRandom(`${seed} ${number}`), {
    kinds,
    clients: transports.length,
    stepsPerClient,
  });
  return await recordHistory({ script, transports, namespace });
}
