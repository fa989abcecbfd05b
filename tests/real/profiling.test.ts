/** The embedded server has no profiles. Its responses are those of a kube-apiserver with `--profiling=false`. */
import { createSystemClock, createSystemRandom } from "@kubewright/async";
import { startEnvironment, startRealControlPlane } from "@kubewright/envtest";
import { expect, inject, test } from "vitest";
import { sendRequest } from "../http.ts";

const assets = inject("assets");

test("/debug/pprof/ is 404 on the embedded server and on a kube-apiserver with --profiling=false", async () => {
  const [clock, random] = [createSystemClock(), createSystemRandom()];
  await using embedded = await startEnvironment({ server: "embedded" });
  await using real = await startRealControlPlane({
    clock,
    random,
    ...(assets === undefined ? {} : { assets }),
    apiServerFlags: ["--profiling=false"],
  });

  for (const path of ["/debug/pprof", "/debug/pprof/", "/debug/pprof/heap", "/debug/flags/v"]) {
    for (const { transport } of [embedded, real]) {
      const { status, body } = await sendRequest(transport, { path });
      expect([path, status, body]).toEqual([path, 404, "404 page not found\n"]);
    }
  }
}, 120_000);
