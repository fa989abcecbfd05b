import assert from "node:assert/strict";
import { test } from "vitest";

import { generateInMemory } from "../testdata/generate-in-memory.ts";
import type { Generator } from "../generators.ts";

const generators: readonly Generator[] = [{ name: "client" }, { name: "lister" }, { name: "informer" }];

const kindWith = (...tags: readonly string[]): string => `
  import type { KubernetesObject } from "@kubewright/apimachinery";
  /**
   * @kubebuilder:object:root=true
   * @groupName=example.com
   * ${tags.join("\n   * ")}
   */
  export interface Thing extends KubernetesObject {}
`;
const status = "@kubebuilder:subresource:status";

test.each([
  { tags: ["@genclient", status], type: "ResourceClient<Thing>" },
  { tags: [status, "@genclient:noStatus"], type: 'Omit<ResourceClient<Thing>, "updateStatus">' },
  {
    tags: ["@genclient:readonly"],
    type: 'Omit<ResourceClient<Thing>, "create" | "update" | "updateStatus" | "patch" | "apply" | "delete">',
  },
  {
    tags: [status, "@genclient:skipVerbs=delete,deleteCollection", "@genclient:skipVerbs=patch"],
    type: 'Omit<ResourceClient<Thing>, "patch" | "delete">',
  },
])("a typed client has the verbs of $tags", ({ tags, type }) => {
  const [clientset] = generateInMemory(kindWith(...tags), { generators });

  assert.ok(clientset?.content.includes(`things(namespace?: string): ${type};`));
});

test("a kind that cannot be listed and watched has a client, and no lister and no informer", () => {
  const artifacts = generateInMemory(kindWith("@genclient:onlyVerbs=create,get"), { generators });

  const lines = artifacts.map(({ path, content }) => `${path} ${content.includes("Thing")}`);
  assert.deepEqual(lines, ["generated/clientset/clientset.ts true", "generated/clientset/fake-clientset.ts true"]);
});

test("a kind without verbs has nothing", () => {
  assert.deepEqual(generateInMemory(kindWith("@genclient:noVerbs"), { generators }), []);
});

test.each([
  {
    tag: "@genclient:onlyVerbs=get,lsit",
    fault: /has "lsit", which is not a verb of a client: expected get, list, watch/,
  },
  {
    tag: "@genclient:nonNamespaced",
    fault: /is on the namespaced kind "Thing": write "@kubebuilder:resource:scope=Cluster" instead/,
  },
  {
    tag: "@genclient:method=Scale,verb=get,subresource=scale",
    fault: /clients have no methods for subresources: write client\.subresource\(Thing, key, "scale"\)/,
  },
])("$tag is refused with what to write instead", ({ tag, fault }) => {
  assert.throws(() => generateInMemory(kindWith(tag), { generators }), fault);
});
