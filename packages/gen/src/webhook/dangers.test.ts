import { expect, test } from "vitest";

import { generateInMemory } from "../testdata/generate-in-memory.ts";
import { isGenerateError } from "../problem.ts";

test.each([
  { what: "groups=*,resources=*", stopped: "leases.coordination.k8s.io" },
  { what: "groups=*,resources=*/*", stopped: "leases.coordination.k8s.io" },
  { what: "groups=coordination.k8s.io,resources=leases", stopped: "leases.coordination.k8s.io" },
  { what: "groups=core,resources=*", stopped: "nodes" },
  { what: 'groups="",resources=nodes/status', stopped: "nodes" },
  { what: 'groups="";apps,resources=deployments;endpoints', stopped: "endpoints" },
  { what: "groups=discovery.k8s.io,resources=endpointslices", stopped: "endpointslices.discovery.k8s.io" },
  { what: "groups=core,resources=events", stopped: "events" },
  { what: "groups=events.k8s.io,resources=events", stopped: "events.events.k8s.io" },
  {
    what: "groups=apiextensions.k8s.io,resources=customresourcedefinitions",
    stopped: "customresourcedefinitions.apiextensions.k8s.io",
  },
])(
  "generate() rejects a webhook with failurePolicy=fail for $what, unless the marker has allowLockout=true",
  ({ what, stopped }) => {
    expect(run(`failurePolicy=fail,${what}`).problems).toEqual([
      expect.stringContaining(
        `the webhook "v.b.example.com" stops every write of ${stopped} while it cannot be reached`,
      ),
    ]);
    expect(run(`failurePolicy=ignore,${what}`)).toEqual({ problems: [], warnings: [] });
    expect(run(`failurePolicy=Fail,${what},allowLockout=true`).problems).toEqual([]);
  },
);

test.each([
  "groups=example.com,resources=*",
  "groups=apps,resources=*/scale",
  "groups=*,resources=widgets",
  "groups=other.example.com,resources=nodes",
])("generate() accepts a webhook with failurePolicy=fail for %s", (what) => {
  expect(run(`failurePolicy=fail,timeoutSeconds=5,${what}`)).toEqual({ problems: [], warnings: [] });
});

test("generate() warns about a webhook for Pods, its own among them, unless it has a namespaceSelector", () => {
  const pods = 'failurePolicy=fail,timeoutSeconds=5,groups="",resources=pods';
  const selector = '`{"namespaceSelector":{"matchLabels":{"checked":"yes"}}}`';

  expect(run(pods).warnings).toEqual([
    expect.stringContaining('the webhook "v.b.example.com" is called for pods in its own namespace, too'),
  ]);
  expect(run(`${pods},patch=${selector}`).warnings).toEqual([]);
});

test("generate() warns about a webhook with a long timeout", () => {
  const widgets = "failurePolicy=fail,groups=example.com,resources=widgets";

  expect(run(widgets).warnings).toEqual([expect.stringContaining("delays each write by 10 seconds")]);
  expect(run(`${widgets},timeoutSeconds=6`).warnings).toEqual([
    expect.stringContaining("delays each write by 6 seconds"),
  ]);
  expect(run(`${widgets},timeoutSeconds=5`).warnings).toEqual([]);
});

interface Messages {
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

/** The problems and warnings for a webhook with these arguments. */
function run(args: string): Messages {
  const rest =
    "path=/v,mutating=false,sideEffects=None,verbs=create,versions=v1,name=v.b.example.com,admissionReviewVersions=v1";
  const warnings: string[] = [];
  try {
    const marker = `@kubebuilder:webhook:${rest},${args}`.replaceAll("*/", String.raw`*\/`); // */ would end the comment.
    generateInMemory(`/** ${marker} */\nexport const x = 1;`, {
      generators: [{ name: "webhook" }],
      warn: ({ message }) => warnings.push(message),
    });
    return { problems: [], warnings };
  } catch (error) {
    if (!isGenerateError(error)) throw error;
    return { problems: error.problems.map(({ message }) => message), warnings };
  }
}
