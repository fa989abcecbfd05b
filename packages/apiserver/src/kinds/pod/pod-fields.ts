/** Field selectors of Pods: `kubectl get pods --field-selector spec.nodeName=n1`. */
import type { Pod } from "@kubewright/api/core/v1";
import type { FieldSelectorFields } from "../../contracts/field-selectors.ts";
import { viewOf } from "../typed.ts";

export const podFields: FieldSelectorFields = {
  labels: [
    "spec.nodeName",
    "spec.restartPolicy",
    "spec.schedulerName",
    "spec.serviceAccountName",
    "spec.hostNetwork",
    "status.phase",
    "status.podIP",
    "status.podIPs",
    "status.nominatedNodeName",
  ],
  valuesOf: (object) => {
    const { spec, status } = viewOf<Pod>(object);
    const podIp = status?.podIPs?.[0]?.ip ?? "";
    return {
      "spec.nodeName": spec?.nodeName ?? "",
      "spec.restartPolicy": spec?.restartPolicy ?? "",
      "spec.schedulerName": spec?.schedulerName ?? "",
      "spec.serviceAccountName": spec?.serviceAccountName ?? "",
      "spec.hostNetwork": String(spec?.hostNetwork ?? false),
      "status.phase": status?.phase ?? "",
      "status.podIP": podIp,
      "status.podIPs": podIp,
      "status.nominatedNodeName": status?.nominatedNodeName ?? "",
    };
  },
};
