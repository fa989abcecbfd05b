// The Deployment of an Application.
import { asResourceVersion, asUid } from "@kubewright/apimachinery";
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

const securityContext = { allowPrivilegeEscalation: false, seccompProfile: { type: "RuntimeDefault" } };

test("deploymentFor() returns a Deployment of one container without a service account token", () => {
  expect(deploymentKey(application)).toEqual({ namespace: "default", name: "app-demo" });
  expect(deploymentFor(application)).toEqual({
    metadata: { namespace: "default", name: "app-demo", labels: { app: "demo" } },
    spec: {
      replicas: 1,
      selector: { matchLabels: { app: "demo" } },
      template: {
        metadata: { labels: { app: "demo" } },
        spec: {
          automountServiceAccountToken: false,
          containers: [{ name: "demo", image: "nginx:1.22", securityContext }],
        },
      },
    },
  });
});

test.each(['nginx", "privileged": true', "nginx\nhostNetwork: true", "$(HOST_PATH)", "a".repeat(10_000)])(
  "deploymentFor() uses %j as the image and for nothing else",
  (image) => {
    const { spec } = deploymentFor({ ...application, spec: { enabled: true, image } });

    expect(spec?.template?.spec).toEqual({
      automountServiceAccountToken: false,
      containers: [{ name: "demo", image, securityContext }],
    });
  },
);
