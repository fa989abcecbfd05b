/** The Balancer operator as a program. */
import { runOperator } from "@kubewright/runtime";
import { setup } from "../internal/setup.ts";

await runOperator(process, {
  name: "balancer",
  summary: "Runs the Balancer operator",
  leaderElectionId: "exposer.hliangzhao.io",
  setup: (manager) => setup(manager),
});
