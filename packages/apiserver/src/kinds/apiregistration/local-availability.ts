/** The status of APIServices whose group version this server serves itself. */
import { formatTime } from "@kubewright/apimachinery";
import type { ApiObject } from "../../objects/api-object.ts";
import type { ServerContext } from "../../registry/server-context.ts";

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
