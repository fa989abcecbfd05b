/** docs/metrics.md, generated from the registered metrics: an added or renamed metric changes the page, or its test fails. */
import type { MetricDescription } from "@kubewright/telemetry";

interface Chapter {
  readonly title: string;
  /** The beginnings of the names of its metrics. */
  readonly prefixes: readonly string[];
  readonly about: string;
}

const chapters: readonly Chapter[] = [
  {
    title: "Controllers",
    prefixes: [
      "controller_runtime_reconcile_",
      "controller_runtime_terminal_",
      "controller_runtime_max_",
      "controller_runtime_active_",
      "kubewright_controller_",
    ],
    about:
      "`controller` is the name of a controller, `result` how a reconcile ended: success, requeue, requeue_after or error.",
  },
  {
    title: "Work queues",
    prefixes: ["workqueue_"],
    about: "`name` and `controller` are the name of the controller whose keys wait.",
  },
  {
    title: "Requests to the API server",
    prefixes: ["rest_client_"],
    about: "`code` is the status, or `<error>` if there was no response.",
  },
  {
    title: "Leader election",
    prefixes: ["leader_election_", "kubewright_leader_election_"],
    about: "`name` is that of the Lease.",
  },
  {
    title: "Caches",
    prefixes: ["kubewright_informer_", "kubewright_cache_"],
    about: "`group` and `kind` are those of the cached objects. controller-runtime has no such metrics.",
  },
  {
    title: "Fleets",
    prefixes: ["kubewright_fleet_"],
    about: "Clusters of a fleet (`createFleet`). `cluster` is the name of the cluster in the fleet.",
  },
  {
    title: "Webhooks",
    prefixes: ["controller_runtime_webhook_", "controller_runtime_conversion_", "kubewright_webhook_"],
    about: "Present once the operator serves webhooks. `webhook` is the path of a webhook.",
  },
  {
    title: "Certificates",
    prefixes: ["certwatcher_"],
    about: "Files of certificates, which are read every 10 seconds.",
  },
  {
    title: "Event loop",
    prefixes: ["kubewright_event_loop_"],
    about:
      "Programs of `runOperator`. `controller` is the controller whose reconcile was active, and empty for other code. Blocks under 50 ms are not counted.",
  },
  {
    title: "Metrics themselves",
    prefixes: ["kubewright_metrics_"],
    about: "A metric has at most a thousand combinations of label values.",
  },
  {
    title: "Process",
    prefixes: ["process_", "nodejs_"],
    about: "The process, with `createMetrics({ process: true })`: the defaults of prom-client on Linux.",
  },
];

/** The page. Throws for a metric without a section. */
export function metricsPage(metrics: readonly MetricDescription[]): string {
  const homeless = metrics.filter(({ name }) => !chapters.some((chapter) => isIn(chapter, name)));
  if (homeless.length > 0) {
    throw new Error(`Cannot write docs/metrics.md: give ${homeless.map(({ name }) => name).join(", ")} a chapter`);
  }
  const parts = chapters.map((chapter) => {
    const rows = metrics.filter(({ name }) => isIn(chapter, name)).map(rowOf);
    return `## ${chapter.title}\n\n${chapter.about}\n\n| metric | type | labels | description |\n|---|---|---|---|\n${rows.join("\n")}\n`;
  });
  return `${head}\n${parts.join("\n")}`;
}

function isIn({ prefixes }: Chapter, name: string): boolean {
  return prefixes.some((prefix) => name.startsWith(prefix));
}

function rowOf({ name, type, labelNames, help }: MetricDescription): string {
  const labels = labelNames.map((label) => `\`${label}\``).join(", ");
  return `| \`${name}\` | ${type} | ${labels} | ${help.replaceAll("|", "\\|")} |`;
}

const head = `# Metrics

All metrics of an operator. This page is generated from the code: \`make test ARGS="tools/metrics -u"\` renews it.
Names and labels are those of controller-runtime and client-go, so that their dashboards and alerts work unchanged. Additional metrics begin with
\`kubewright_\`. No label contains the name of an object.

An operator serves the metrics over HTTPS with \`--metrics-bind-address=:8443\`, to clients whose token the API server authenticates and who may
\`get\` the path \`/metrics\`. The ClusterRole \`metrics-reader\` of \`config/rbac\` grants this permission, and \`metrics-auth-role\` permits the operator
to request these reviews. The status is 401 without a valid token, 403 without the permission, and 500 if the API server cannot be reached.
With \`--metrics-secure=false\` the metrics are served over HTTP, on loopback addresses only.

Add custom metrics with \`manager.metrics.counter({ name, help, labelNames })\`, \`gauge\` and \`histogram\`.
`;
