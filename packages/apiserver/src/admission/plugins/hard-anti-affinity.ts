/**
 * LimitPodHardAntiAffinityTopology: a Pod may keep others away from its own node only, not from a zone.
 * https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/#limitpodhardantiaffinitytopology
 */
import type { Pod } from "@kubewright/api/core/v1";
import { viewOf } from "../../kinds/typed.ts";
import type { AdmissionPlugin } from "../../registry/admission-plugin.ts";
import { forbid, isAbout } from "./forbid.ts";

const hostname = "kubernetes.io/hostname";

export const limitPodHardAntiAffinityTopology: AdmissionPlugin = {
  name: "LimitPodHardAntiAffinityTopology",
  validate: (attributes) => {
    const { object } = attributes;
    if (object === undefined || !isAbout(attributes, "", "pods")) return;
    const { podAntiAffinity } = viewOf<Pod>(object).spec?.affinity ?? {};
    const terms = podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
    const other = terms.find(({ topologyKey }) => topologyKey !== hostname);
    if (other === undefined) return;
    const what = `has TopologyKey ${other.topologyKey ?? ""} but only key ${hostname} is allowed`;
    throw forbid(attributes, `affinity.PodAntiAffinity.RequiredDuringScheduling ${what}`);
  },
};
