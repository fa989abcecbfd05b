// MyJob runs one Pod to its end.
import { fileURLToPath } from "node:url";
import { Pod } from "@kubewright/api/core/v1";
import { waitFor } from "@kubewright/envtest";
import { MyJob } from "../../../examples/myjob/api/v1beta1/zz_generated.my-job.ts";
import { setup } from "../../../examples/myjob/internal/setup.ts";
import { show, withinMs } from "../scenario.ts";
import type { Scenario } from "../scenario.ts";

const folder = new URL("../../../examples/myjob/config/", import.meta.url);

export const myJob: Scenario = {
  name: "myjob",
  crds: [fileURLToPath(new URL("crd/bases", folder))],
  shows: [show(MyJob, ({ status }) => status?.phase), show(Pod, ({ status }) => status?.phase)],
  async play({ env, signal, operate, create }) {
    await operate("myjob", setup);
    await create(new URL("samples/myjob_v1beta1_myjob.yaml", folder));
    const key = { namespace: "default", name: "myjob-sample" };
    await waitFor(MyJob, key, (job) => job?.status?.phase === "completed", { ...env, signal, timeoutMs: withinMs });
    return 'MyJob "default/myjob-sample" is completed';
  },
};
