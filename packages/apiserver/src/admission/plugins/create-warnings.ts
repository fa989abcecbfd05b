/** Adds the warnings of the option `warnOnCreate` to the responses of creates. kube-apiserver has no such plugin, so it exists only with this option. */
import type { GroupVersionResource } from "@kubewright/apimachinery";
import type { AdmissionPlugin } from "../../registry/admission-plugin.ts";

type WarningFor = (resource: GroupVersionResource, object: Readonly<Record<string, unknown>>) => string | undefined;

export function createWarnings(warningFor: WarningFor): AdmissionPlugin {
  return {
    name: "CreateWarnings",
    validate({ operation, resource, subresource, object }, context) {
      if (operation !== "CREATE" || subresource !== "" || object === undefined) return;
      const warning = warningFor(resource, object);
      if (warning !== undefined) context.warn(warning);
    },
  };
}
