// Which package may import which, and why. The table is the architecture in one page: a package imports downwards only,
// and each limit has its reason. It changes together with a page in docs/decisions.

/** One package: what it is for, whom it may import, and the reason for that limit. */
export interface PackageRule {
  readonly name: string;
  readonly responsibility: string;
  readonly mayImport: readonly string[];
  /** The reason for the limit, in one sentence. The message of a broken rule contains it. */
  readonly because: string;
  /** Not there yet; its row keeps its place. */
  readonly planned?: true;
}

export const packageTable: readonly PackageRule[] = [
  {
    name: "async",
    responsibility: "time, randomness and cancellation",
    mayImport: [],
    because: "Everything that waits uses it, so it does not depend on Kubernetes.",
  },
  {
    name: "transport",
    responsibility: "bytes to an API server and back",
    mayImport: ["async"],
    because: "It is the only connection to the network, and a replacement does not interpret the bytes.",
  },
  {
    name: "serving",
    responsibility: "HTTP and HTTPS servers: limits, certificate reload, graceful shutdown",
    mayImport: ["async"],
    because: "All servers share it, so it serves bytes and does not depend on Kubernetes.",
  },
  {
    name: "apimachinery",
    responsibility: "the object model as pure functions",
    mayImport: [],
    because: "Pure functions of objects need neither time nor network, and run in a browser too.",
  },
  {
    name: "schema",
    responsibility: "structural schemas: validate, default, prune, merge",
    mayImport: ["apimachinery"],
    because: "Server and generator share it, so it depends on the object model only.",
  },
  {
    name: "cel",
    responsibility: "Kubernetes CEL: parser, checker, cost, libraries",
    mayImport: ["apimachinery", "schema"],
    because: "An expression has access to values and their schemas only.",
  },
  {
    name: "api",
    responsibility: "types and descriptors of the built-in groups, generated",
    mayImport: ["apimachinery"],
    because: "Operators load it, so it has types and descriptors without the facts that only servers need.",
  },
  {
    name: "api-facts",
    responsibility: "facts of the built-in groups for servers and generators, generated",
    mayImport: ["apimachinery", "schema"],
    because: "No operator loads it, so api does not import it.",
  },
  {
    name: "workqueue",
    responsibility: "keys for workers: deduplicate, delay, limit the rate, prioritise",
    mayImport: ["async"],
    because: "A queue of keys is useful without Kubernetes and is tested without it.",
  },
  {
    name: "client",
    responsibility: "requests to an API server",
    mayImport: ["async", "transport", "apimachinery", "api"],
    because: "It keeps no state of the cluster: caches use it.",
  },
  {
    name: "informer",
    responsibility: "local copies of the objects of a cluster",
    mayImport: ["async", "apimachinery", "client"],
    because: "It reads bytes from the client and opens no connections.",
  },
  {
    name: "certificates",
    responsibility: "keys and certificates: issue, rotate, reload",
    mayImport: ["async", "apimachinery"],
    because: "Servers of every kind use it, so it does not depend on them.",
  },
  {
    name: "telemetry",
    responsibility: "logs, metrics, traces, health and their server",
    mayImport: ["async", "serving", "workqueue", "client", "informer"],
    because:
      "Low packages declare observers and telemetry implements them, so that a program without metrics does not pay for them.",
  },
  {
    name: "runtime",
    responsibility: "running controllers",
    mayImport: [
      "async",
      "transport",
      "serving",
      "apimachinery",
      "api",
      "workqueue",
      "client",
      "informer",
      "certificates",
      "telemetry",
    ],
    because: "It runs anything that can be started, without imports of webhook, server and test environment.",
  },
  {
    name: "webhook",
    responsibility: "answering the API server: admission, defaulting, validation, conversion, authentication",
    mayImport: ["async", "serving", "apimachinery", "api", "client", "certificates", "telemetry"],
    because: "A webhook can run without controllers, so it does not know runtime.",
  },
  {
    name: "gen",
    responsibility: "TypeScript source to artifacts",
    mayImport: ["apimachinery", "schema", "cel", "api-facts"],
    because: "A generator reads source and facts; it must give the same output where no cluster is.",
  },
  {
    name: "helm",
    responsibility: "a Helm chart from the manifests of an operator",
    mayImport: ["apimachinery"],
    because: "The command loads it if it is installed, so it does not know the command or the layout of a project.",
  },
  {
    name: "alpha-update",
    responsibility: "merging the scaffold changes of a newer version into a project",
    mayImport: [],
    because: "The command loads it if it is installed, and passes in what reads and scaffolds projects.",
  },
  {
    name: "external-plugins",
    responsibility: "running external plugins of the command",
    mayImport: ["apimachinery"],
    because: "The command loads it if it is installed, and writes what plugins respond after its own checks.",
  },
  {
    name: "apiserver",
    responsibility: "the embedded API server",
    mayImport: ["async", "transport", "serving", "apimachinery", "schema", "cel", "api", "api-facts", "certificates"],
    because: "It never imports client, so that each of the two tests the other.",
  },
  {
    name: "controlplane",
    responsibility: "the controllers around the embedded API server",
    mayImport: ["async", "transport", "apimachinery", "api", "workqueue", "client", "informer", "runtime", "apiserver"],
    because: "It is written on our own runtime as any operator is, and uses the server through its public entry.",
  },
  {
    name: "envtest",
    responsibility: "a control plane for a test: embedded, real or existing",
    mayImport: [
      "async",
      "transport",
      "apimachinery",
      "client",
      "certificates",
      "telemetry",
      "webhook",
      "apiserver",
      "controlplane",
    ],
    because: "It starts what a test needs, and an operator as anything that can be started: it does not know managers.",
  },
];

/** The package that may import all the others. */
export const topPackage: PackageRule = {
  name: "cli",
  responsibility: "scaffolding and commands",
  mayImport: packageTable.map(({ name }) => name),
  because: "It is the top: commands put the packages together and the work is done below.",
};

/** The package of `npm create kubewright`, which runs the command. */
export const createPackage: PackageRule = {
  name: "create-kubewright",
  responsibility: "npm create kubewright",
  mayImport: ["cli"],
  because: "It has no code: it runs kubewright init.",
};

/** The rule for the package in `packages/<name>`. */
export function ruleFor(name: string): PackageRule | undefined {
  return [...packageTable, topPackage, createPackage].find((rule) => rule.name === name);
}
