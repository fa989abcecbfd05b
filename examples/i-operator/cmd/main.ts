/** i-operator as a program. */
import { runOperator } from "@kubewright/runtime";
import { serveWebhooks } from "@kubewright/webhook";
import { setup } from "../internal/setup.ts";
import { conversions, createWebhooks } from "../internal/webhook/webhooks.ts";
import { ownFlags } from "./flags.ts";

await runOperator(process, {
  name: "i-operator",
  summary: "Runs the i-operator",
  leaderElectionId: "i-operator-leader",
  flags: ownFlags,
  setup(manager, { flags, namespace }) {
    setup(manager);
    if (flags.webhookPort === 0) return;
    serveWebhooks(manager, { webhooks: createWebhooks(), conversions, flags, namePrefix: flags.namePrefix, namespace });
  },
});
