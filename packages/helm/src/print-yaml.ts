/** Prints the YAML of a chart: fields in the given order, no line broken, since a break could split a template action. */
import { resolvesToString } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import { Document, visit } from "yaml";

/** Prints the value as a document that ends with a line feed. Quotes each string that a YAML reader would resolve to something else: Helm reads YAML 1.1. */
export function printChartYaml(value: JsonValue): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_role, scalar) {
      if (typeof scalar.value === "string" && !resolvesToString(scalar.value)) scalar.type = "QUOTE_DOUBLE";
    },
  });
  return document.toString({ lineWidth: 0 });
}
