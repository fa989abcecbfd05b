/** Adds the warnings of the option `warnOnCreate` to the responses of creates. kube-apiserver has no such plugin, so it exists only with this option. */
import type { GroupVersionResource } from "@kubewright/apimachinery";
import type { AdmissionPlugin } from "../../registry/admission-plugin.ts";

export function createWarnings(warningFor: (resource: GroupVersionResource) => string | undefined): AdmissionPlugin {
  return {
    name: "CreateWarnings",
    validate({ operation, resource, subresource }, context) {
      if (operation !== "CREATE" || subresource !== "") return;
      const warning = warningFor(resource);
      if (warning !== undefined) context.warn(warning);
    },
  };
}
