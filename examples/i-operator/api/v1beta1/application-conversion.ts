/**
 * Converts Applications between v1beta1 and v1, the version that is stored. Fields with the same name and type are copied by generated code. The
 * compiler requires a function for each object with other fields, and each of these fields in its result.
 */
import type { ApplicationSpec as HubSpec } from "../v1/application.ts";
import type { ApplicationSpec } from "./application.ts";
import { createApplicationSpoke } from "./zz_generated.conversion.application.ts";

/**
 * The operator writes the CA of its certificates to the CRD.
 *
 * @kubebuilder:rbac:groups=apiextensions.k8s.io,resources=customresourcedefinitions,resourceNames=applications.core.crd.lixueduan.com,verbs=get;update
 */
export const applicationSpoke = createApplicationSpoke({
  toHub: { spec: ({ state, containerImage }) => ({ enabled: enabledOf(state), image: containerImage }) },
  fromHub: { spec: ({ enabled, image }) => ({ state: stateOf(enabled), containerImage: image }) },
});

function enabledOf(state: ApplicationSpec["state"]): HubSpec["enabled"] {
  return state === undefined ? undefined : state === "Enabled";
}

function stateOf(enabled: HubSpec["enabled"]): ApplicationSpec["state"] {
  if (enabled === undefined) return undefined;
  return enabled ? "Enabled" : "Disabled";
}
