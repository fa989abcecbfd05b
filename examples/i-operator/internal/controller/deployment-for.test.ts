// What an Application makes of its Deployment, case by case.
import type { Deployment } from "@kubewright/api/apps/v1";
import { asResourceVersion, asUid, ownerReferenceTo } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import type { Application } from "../../api/v1/zz_generated.application.ts";
import { deploymentFor, deploymentKey } from "./deployment-for.ts";

const application: Stored<Application> = {
  apiVersion: "core.crd.lixueduan.com/v1",
  kind: "Application",
  metadata: {
    namespace: "default",
    name: "demo",
    uid: asUid("application-uid"),
    resourceVersion: asResourceVersion("1"),
    creationTimestamp: "2026-11-20T20:00:00Z",
  },
  spec: { enabled: true, image: "nginx:1.22" },
};

const fresh: Deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: {
    namespace: "default",
    name: "app-demo",
    labels: { app: "demo" },
    ownerReferences: [ownerReferenceTo(application)],
  },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: "demo" } },
    template: {
      metadata: { labels: { app: "demo" } },
      spec: {
        automountServiceAccountToken: false,
        containers: [
          {
            name: "demo",
            image: "nginx:1.22",
            securityContext: { allowPrivilegeEscalation: false, seccompProfile: { type: "RuntimeDefault" } },
          },
        ],
      },
    },
  },
};

test("deploymentFor() makes a Deployment of one container that gets nothing of ours", () => {
  expect(deploymentKey(application)).toEqual({ namespace: "default", name: "app-demo" });
  expect(deploymentFor(application, undefined)).toEqual(fresh);
});

test("deploymentFor() leaves a Deployment that is right as it is, defaults and marks of others included", () => {
  const current = withMarksOfOthers({ image: "nginx:1.22", replicas: 1 });

  expect(deploymentFor(application, current)).toEqual(current);
});

test("deploymentFor() puts back what the Application decides, and nothing else", () => {
  const current = withMarksOfOthers({ image: "other", replicas: 3 });

  expect(deploymentFor(application, current)).toEqual(withMarksOfOthers({ image: "nginx:1.22", replicas: 1 }));
});

test("deploymentFor() leaves a Deployment alone that is somebody else's", () => {
  const others: Deployment = { ...fresh, metadata: { namespace: "default", name: "app-demo" } };
  const namesake = { ...application, metadata: { ...application.metadata, uid: asUid("uid of one that was deleted") } };

  expect(deploymentFor(application, others)).toBe(others);
  expect(deploymentFor(namesake, fresh)).toBe(fresh);
});

test.each(['nginx", "privileged": true', "nginx\nhostNetwork: true", "$(HOST_PATH)", "a".repeat(10_000)])(
  "deploymentFor() takes the image %j for the text of the image, whatever is in it",
  (image) => {
    const { spec } = deploymentFor({ ...application, spec: { enabled: true, image } }, undefined);

    expect(spec?.template.spec).toEqual({
      ...fresh.spec?.template.spec,
      containers: [{ ...fresh.spec?.template.spec?.containers[0], image }],
    });
  },
);

/** The Deployment after a while in a cluster: defaults filled in, a revision noted, restarted by hand, a sidecar put in. */
function withMarksOfOthers({ image, replicas }: { readonly image: string; readonly replicas: number }): Deployment {
  return {
    ...fresh,
    metadata: { ...fresh.metadata, annotations: { "deployment.kubernetes.io/revision": "3" }, generation: 4 },
    spec: {
      selector: { matchLabels: { app: "demo" } },
      replicas,
      progressDeadlineSeconds: 600,
      template: {
        metadata: { labels: { app: "demo", sidecar: "yes" }, annotations: { restartedAt: "2026-11-20T20:30:00Z" } },
        spec: {
          restartPolicy: "Always",
          containers: [
            { name: "sidecar", image: "proxy" },
            { name: "demo", image, imagePullPolicy: "IfNotPresent" },
          ],
        },
      },
    },
    status: { readyReplicas: 1 },
  };
}
