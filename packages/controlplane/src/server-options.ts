/** The options of an embedded API server that depend on the controllers around it. */
import type { ApiServerOptions } from "@kubewright/apiserver";
import type { ControllerChoice, ControllerName } from "./control-plane.ts";
import { missingControllerWarning } from "./missing-controllers/missing-controllers.ts";

type PluginOptions = Pick<ApiServerOptions, "enableAdmissionPlugins" | "disableAdmissionPlugins">;

/**
 * The options for a server beside these controllers, with the plugins of the user. A plugin whose controller does not run is off, unless the user enables
 * it. A create of a kind without a controller gets a warning. With "none" the server is a plain kube-apiserver, as in envtest.
 *
 * - ServiceAccount would reject every Pod of a namespace without the service account `default`.
 * - StorageObjectInUseProtection adds finalizers that only its controllers remove, so claims and volumes could not be deleted.
 */
export function serverOptionsFor(
  controllers: ControllerChoice,
  { enableAdmissionPlugins = [], disableAdmissionPlugins = [] }: PluginOptions = {},
): PluginOptions & Pick<ApiServerOptions, "warnOnCreate"> {
  const runs = (name: ControllerName): boolean => controllers === "all" || controllers.includes(name);
  const off = [
    ...(runs("serviceaccount-controller") ? [] : ["ServiceAccount"]),
    ...(controllers === "none" ? [] : ["StorageObjectInUseProtection"]),
  ].filter((name) => !enableAdmissionPlugins.includes(name));
  return {
    enableAdmissionPlugins,
    disableAdmissionPlugins: [...disableAdmissionPlugins, ...off],
    ...(runs("missing-controller-events") && { warnOnCreate: missingControllerWarning }),
  };
}
