/**
 * Converts Applications between v1beta1 and v1, the version that is stored. Fields with the same name and type are copied by generated code. The
 * compiler requires a function for each object with other fields; the generated test finds an optional field that its result lacks.
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
  toHub: { spec: ({ state, containerImage }) => ({ ...enabledOf(state), ...imageOf(containerImage) }) },
  fromHub: { spec: ({ enabled, image }) => ({ ...stateOf(enabled), ...containerImageOf(image) }) },
});

function enabledOf(state: ApplicationSpec["state"]): Pick<HubSpec, "enabled"> {
  return state === undefined ? {} : { enabled: state === "Enabled" };
}

function stateOf(enabled: HubSpec["enabled"]): Pick<ApplicationSpec, "state"> {
  return enabled === undefined ? {} : { state: enabled ? "Enabled" : "Disabled" };
}

function imageOf(containerImage: string | undefined): Pick<HubSpec, "image"> {
  return containerImage === undefined ? {} : { image: containerImage };
}

function containerImageOf(image: string | undefined): Pick<ApplicationSpec, "containerImage"> {
  return image === undefined ? {} : { containerImage: image };
}
