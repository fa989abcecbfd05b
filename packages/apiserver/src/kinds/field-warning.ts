/** A warning that starts with the path of its field. */
import type { FieldPath } from "@kubewright/apimachinery";

export function fieldWarning(path: FieldPath, text: string): string {
  return `${path.toString()}: ${text}`;
}
