/** Objects and patches for the growing inputs. */
import { apps, container, core, json, list } from "../input.ts";

export const maps = `${core}/configmaps`;
export const jsonPatch = "application/json-patch+json";
export const merge = "application/merge-patch+json";
export const strategic = "application/strategic-merge-patch+json";
export const apply = "application/apply-patch+yaml";

export const configMap = json("POST", maps, { metadata: { name: "a" }, data: { k: "v" } });
export const deployment = `${apps}/deployments/d`;
export const containers = (n: number): readonly object[] => list(n, (index) => ({ name: `c${index}`, image: "x" }));

export function deploymentOf(podSpec: object): object {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "d" },
    spec: {
      selector: { matchLabels: { a: "b" } },
      template: { metadata: { labels: { a: "b" } }, spec: { containers: [container], ...podSpec } },
    },
  };
}

export const createDeployment = (podSpec: object): ReturnType<typeof json> =>
  json("POST", `${apps}/deployments`, deploymentOf(podSpec));
export const strategicPatch = (podSpec: object): ReturnType<typeof json> =>
  json("PATCH", deployment, { spec: { template: { spec: podSpec } } }, strategic);

/** A config map with a list, as large as the patch, in a field that JSON patches can reach. */
export const withFinalizers = (n: number): ReturnType<typeof json> =>
  json("POST", maps, { metadata: { name: "a", finalizers: list(n, (index) => `example.com/f${index}`) } });
