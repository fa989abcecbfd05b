/** APIServices: https://kubernetes.io/docs/concepts/extend-kubernetes/api-extension/apiserver-aggregation/ */
import type { APIService } from "@kubewright/api/apiregistration.k8s.io/v1";
import { field, fieldPath, formatTime, isJsonObject } from "@kubewright/apimachinery";
import type { ApiObject } from "../../objects/api-object.ts";
import type { ServerContext } from "../../contracts/server-context.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import type { View } from "../typed.ts";

export const apiServiceKind: BuiltinKind = builtinKind<APIService>({
  group: "apiregistration.k8s.io",
  plural: "apiservices",
  allowUnconditionalUpdate: false,
  // Requests would not reach the other server.
  validate: ({ spec }) =>
    isJsonObject(spec)
      ? [field.forbidden(fieldPath("spec"), "this server does not pass requests on to other API servers yet")]
      : [],
  status: { resetFields: [["metadata"], ["spec"]] },
  cells: ({ spec, status }) => {
    const { service } = spec ?? {};
    return {
      Service: service === undefined ? "Local" : `${service.namespace ?? ""}/${service.name ?? ""}`,
      Available: availability(status),
    };
  },
});

function availability(status: View<APIService>["status"]): string {
  const condition = status?.conditions?.find(({ type }) => type === "Available");
  if (condition === undefined) return "Unknown";
  const { status: value = "", reason = "" } = condition;
  return value === "True" || reason === "" ? value : `${value} (${reason})`;
}

/** Sets the condition `Available`, which is always true of a local APIService. */
export function setLocalAvailability(draft: ApiObject, { clock }: Pick<ServerContext, "clock">): void {
  draft["status"] = {
    conditions: [
      {
        type: "Available",
        status: "True",
        lastTransitionTime: formatTime(clock.wallTime()),
        reason: "Local",
        message: "Local APIServices are always available",
      },
    ],
  };
}
