// An operator stays healthy with every invalid object that its API server accepts: objects with one wrong field, all at the same time.
import { Unstructured, isApiError } from "@kubewright/apimachinery";
import type { KubernetesObject } from "@kubewright/apimachinery";
import { readCrds } from "@kubewright/envtest";
import { expect, test } from "vitest";
import type { DifferentialCase } from "../differential/case.ts";
import {
  applicationFieldCases,
  balancerFieldCases,
  mydemoFieldCases,
  myJobFieldCases,
} from "../differential/cases/bad-fields.ts";
import { application } from "./application.ts";
import { balancer } from "./balancer.ts";
import { crddemo } from "./crddemo.ts";
import { myJob } from "./my-job.ts";
import { runSubject } from "./run.ts";
import type { Subject } from "./subject.ts";

interface BadInput {
  readonly subject: Subject;
  readonly cases: readonly DifferentialCase[];
  readonly good: KubernetesObject;
  /** The object in the end state that shows that the valid one was reconciled. */
  readonly makes: string;
  /** Retried with backoff, because a missing PriorityClass or RuntimeClass may be created later. */
  readonly retries?: { readonly write: string; readonly atMost: number };
}

const metadata = { namespace: "fixture", name: "good" };
const template = { spec: { containers: [{ name: "pi", image: "perl" }], restartPolicy: "Never" } };
const backends = [{ name: "v1", weight: 1 }];

const inputs: readonly BadInput[] = [
  {
    subject: myJob,
    cases: myJobFieldCases,
    good: object("myjob.github.com/v1beta1", "MyJob", { template }),
    makes: "Pod fixture/good",
    retries: { write: "POST /api/v1/namespaces/fixture/pods", atMost: 130 },
  },
  {
    subject: balancer,
    cases: balancerFieldCases,
    good: object("exposer.hliangzhao.io/v1alpha1", "Balancer", { ports: [{ name: "http", port: 80 }], backends }),
    makes: "Deployment fixture/goodproxy",
  },
  {
    subject: application,
    cases: applicationFieldCases,
    good: object("core.crd.lixueduan.com/v1", "Application", { enabled: true, image: "nginx" }),
    makes: "Deployment fixture/app-good",
  },
  {
    subject: crddemo,
    cases: mydemoFieldCases,
    good: object("crddemo.k8s.io/v1", "Mydemo", {}),
    makes: "Mydemo fixture/good",
  },
];

test.for(inputs.map((input) => [input.subject.name, input] as const))(
  "%s reconciles valid objects, and then writes nothing, although invalid objects exist",
  { timeout: 120_000 },
  async ([, { subject, cases, good, makes, retries }]) => {
    const bad = cases.flatMap(({ requests }) =>
      requests.flatMap((step) => ("body" in step ? [step.body as KubernetesObject] : [])),
    );
    let stored = 0;

    const run = await runSubject({
      ...subject,
      crds: await readCrds(subject.crds),
      async workload({ client, rests }) {
        for (const [index, each] of bad.entries()) {
          const named = { ...each, metadata: { namespace: "fixture", name: `bad-${index}` } };
          try {
            await client.create(Unstructured, named, { fieldValidation: "Ignore" });
            stored += 1;
          } catch (error) {
            if (!isApiError(error)) throw error; // Refused, as most are.
          }
        }
        await client.create(Unstructured, good);
        await rests("all is done");
      },
    });

    expect(run.failures).toEqual([]);
    expect(Object.keys(run.states.get("all is done") ?? {})).toContain(makes);
    expect(run.writesAtRest.filter((write) => write !== retries?.write)).toEqual([]);
    expect(run.writesAtRest.length).toBeLessThanOrEqual(retries?.atMost ?? 0);
    expect([stored > 5, bad.length > stored]).toEqual([true, true]);
  },
);

function object(apiVersion: string, kind: string, spec: object): KubernetesObject {
  return { apiVersion, kind, metadata, spec } as KubernetesObject;
}
