/** A warning about a field: its path, and what there is to say. */
import type { FieldPath } from "@kubewright/apimachinery";

export function told(path: FieldPath, text: string): string {
  return `${path.toString()}: ${text}`;
}
