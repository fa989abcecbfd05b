/**
 * Why an Application is invalid: the message of the webhook, and of the Event of an Application that was stored without the webhook.
 */
import { isDns1123Label } from "@kubewright/apimachinery";
import type { Application } from "../../api/v1/zz_generated.application.ts";
import { imageNameProblem } from "../image/image-name.ts";

/** Returns `invalid image name: …` or `invalid application name: …`, or undefined for a valid Application. */
export function applicationProblem(application: Application): string | undefined {
  const inImage = imageNameProblem(application.spec?.image ?? "");
  if (inImage !== undefined) return `invalid image name: ${inImage}`;

  const name = application.metadata?.name ?? "";
  if (name === "") return undefined; // The server generates it from generateName after admission.
  const [inName] = isDns1123Label(name);
  if (inName === undefined) return undefined;
  return `invalid application name: ${JSON.stringify(name)} is to be a container's name and a label's value: ${inName}`;
}
