/**
 * Why an Application cannot be run. The webhook refuses it with these words; the controller says them in an Event of one that was stored
 * while no webhook was there.
 */
import { isDns1123Label } from "@kubewright/apimachinery";
import type { Application } from "../../api/v1/zz_generated.application.ts";
import { imageNameProblem } from "../image/image-name.ts";

/** `invalid image name: …` or `invalid application name: …`; undefined when there is nothing to say. */
export function applicationProblem(application: Application): string | undefined {
  const inImage = imageNameProblem(application.spec?.image ?? "");
  if (inImage !== undefined) return `invalid image name: ${inImage}`;

  const name = application.metadata?.name ?? "";
  if (name === "") return undefined; // The server has yet to make one from generateName.
  const [inName] = isDns1123Label(name);
  if (inName === undefined) return undefined;
  return `invalid application name: ${JSON.stringify(name)} is to be a container's name and a label's value: ${inName}`;
}
