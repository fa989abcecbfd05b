// Our controllers come to the same as the real kube-controller-manager, chapter by chapter in a Deployment's life.
import { startEnvironment } from "@kubewright/envtest";
import { beforeAll, expect, inject, test } from "vitest";
import { startWorkloadCluster } from "./workload-cluster.ts";
import { playStory } from "./workload-story.ts";
import type { Chapter } from "./workload-story.ts";

let real: readonly Chapter[];
let ours: readonly Chapter[];

beforeAll(async () => {
  await using cluster = await startWorkloadCluster(inject("assets") ?? "");
  await using embedded = await startEnvironment({
    server: "embedded",
    controllers: "all",
    apiServer: { disableAdmissionPlugins: ["ServiceAccount"] }, // As the real one here.
  });
  [real, ours] = await Promise.all([playStory(cluster.env), playStory(embedded)]);
}, 300_000);

test.for([
  "it is created and becomes available",
  "its image is changed",
  "it is scaled up",
  "its image is changed back",
  "it is scaled to nothing",
  "it is deleted",
])("a Deployment's life, when %s, is the same by our controllers as by the real ones", (title) => {
  const chapterOf = (story: readonly Chapter[]): Chapter | undefined => story.find((each) => each.title === title);

  expect(chapterOf(real)?.objects).toBeDefined();
  expect(chapterOf(ours)?.objects).toEqual(chapterOf(real)?.objects);
});
