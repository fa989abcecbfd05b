/**
 * An operator whose writes show which replica leads. The leader writes its identity into the ConfigMap `journal` every 200 ms. For each ConfigMap with the
 * label `role=parent` it creates a child, `data.delayMs` after it has logged "Creating".
 */
import { ConfigMap, Namespace } from "@kubewright/api/core/v1";
import { isAlreadyExists, ownerReferenceTo } from "@kubewright/apimachinery";
import type { Reconciler } from "@kubewright/runtime";
import { controllerManagedBy, runOperator } from "@kubewright/runtime";

const journal = { namespace: "default", name: "journal" };

await runOperator(process, {
  name: "journal",
  summary: "Writes a journal",
  leaderElectionId: "journal",
  flags: { identity: { type: "string", default: "a", help: "the name in the journal" } },
  manager: ({ flags }) => ({ leaderElection: { identity: flags.identity } }),
  setup(manager, { flags }) {
    let count = 0;
    controllerManagedBy(manager)
      .for(Namespace, { predicates: [(event) => event.object.key.name === "default"] })
      .named("journal")
      .complete(async ({ client }) => {
        count += 1;
        await client.patch(ConfigMap, journal, {
          type: "merge",
          body: { data: { by: flags.identity, count: `${count}` } },
        });
        return { requeueAfterMs: 200 };
      });
    controllerManagedBy(manager).for(ConfigMap).named("parents").complete(createChild);

    async function createChild({ key, client, log, signal }: Parameters<Reconciler>[0]): Promise<void> {
      const parent = await client.get(ConfigMap, key);
      if (!parent || parent.metadata.labels?.["role"] !== "parent") return;
      const metadata = {
        namespace: "default",
        name: `${key.name}-child`,
        labels: { role: "child" },
        ownerReferences: [ownerReferenceTo(parent)],
      };
      if (!(await client.get(ConfigMap, metadata))) {
        log.info("Creating");
        await manager.clock.sleep(Number(parent.data?.["delayMs"] ?? "0"), { signal });
        try {
          await client.create(ConfigMap, { metadata, data: { by: flags.identity } });
        } catch (error) {
          if (!isAlreadyExists(error)) throw error;
        }
      }
      if (parent.data?.["done"] !== "true") {
        await client.patch(parent, { type: "merge", body: { data: { done: "true" } } });
      }
    }
  },
});
