/** The MyJob operator as a program. */
import { runOperator } from "@kubewright/runtime";
import { setup } from "../internal/setup.ts";

await runOperator(process, {
  name: "myjob",
  summary: "Runs the MyJob operator",
  leaderElectionId: "myjob.github.com",
  setup: (manager) => setup(manager),
});
