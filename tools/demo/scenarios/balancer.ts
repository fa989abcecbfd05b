// Balancer spreads connections over three backends.
import { fileURLToPath } from "node:url";
import { Deployment } from "@kubewright/api/apps/v1";
import { Service } from "@kubewright/api/core/v1";
import { waitFor } from "@kubewright/envtest";
import { Balancer } from "../../../examples/balancer/api/v1alpha1/zz_generated.balancer.ts";
import { setup } from "../../../examples/balancer/internal/setup.ts";
import { show, withinMs } from "../scenario.ts";
import type { Scenario } from "../scenario.ts";

const folder = new URL("../../../examples/balancer/config/", import.meta.url);

export const balancer: Scenario = {
  name: "balancer",
  crds: [fileURLToPath(new URL("crd/bases", folder))],
  shows: [
    show(Balancer, ({ status }) => `${status?.activeBackendsNum ?? 0} active`),
    show(Deployment, ({ spec, status }) => `${status?.availableReplicas ?? 0}/${spec?.replicas ?? 1} available`),
    show(Service, ({ spec }) => spec?.clusterIP),
  ],
  async play({ env, signal, operate, create }) {
    await operate("balancer", setup);
    await create(new URL("samples/http-echo.yaml", folder));
    await create(new URL("samples/exposer_v1alpha1_balancer.yaml", folder));
    const key = { namespace: "default", name: "balancer-sample" };
    const found = await waitFor(Balancer, key, isReady, { ...env, signal, timeoutMs: withinMs });
    return `Balancer "default/balancer-sample" has ${found?.status?.activeBackendsNum} active backends and its Deployment is available`;
  },
};

function isReady(balancer: Balancer | undefined): boolean {
  const isAvailable = balancer?.status?.conditions?.some(({ type, status }) => type === "Ready" && status === "True");
  return isAvailable === true && balancer?.status?.activeBackendsNum === 3;
}
