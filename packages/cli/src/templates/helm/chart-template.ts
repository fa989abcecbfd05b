/**
 * Objects with holes, printed as templates of Helm. A hole is a word in the object, which YAML leaves as it is, and the printed text has the template
 * in its place. Of Helm's language charts use a small part: values, `if`, `with`, `include`, `toYaml`, `nindent`, `quote`.
 */
import type { JsonArray, JsonObject, JsonValue } from "@kubewright/apimachinery";

import { printChartYaml } from "./print-yaml.ts";

export interface ChartTemplate {
  /** A hole in a text: what the actions give goes there. `{{ .Values.manager.replicas }}` */
  text(actions: string): string;
  /** A hole of whole lines. It stands as an item of a list, or, by `fields()`, among the fields of an object. */
  lines(source: (indent: string) => string): string;
  /** Items, or the fields of an object, that are there on a condition; `otherwise` when it does not hold. */
  when(condition: string, then: JsonArray | JsonObject, otherwise?: JsonArray | JsonObject): string;
  /** The value as the text of a template, which ends with a newline. */
  print(value: JsonValue): string;
}

export function createChartTemplate(): ChartTemplate {
  const holes: (string | ((indent: string) => string))[] = [];
  const hole = (content: string | ((indent: string) => string)): string => `kwhole${holes.push(content) - 1}elohwk`;
  const holeAt = (index = ""): string | ((indent: string) => string) | undefined => holes[Number(index)];

  const print = (value: JsonValue): string =>
    // Descriptions may contain what Helm would take for an action.
    printChartYaml(value)
      .replaceAll("{{", '{{ "{{" }}')
      .split("\n")
      .map((line) => {
        const [, indent = "", index] = /^( *)(?:- )?kwhole(\d+)elohwk(?:: null)?$/.exec(line) ?? [];
        const lines = index === undefined ? undefined : holeAt(index);
        return typeof lines === "function" ? lines(indent) : line.replaceAll(/kwhole(\d+)elohwk/g, inline);
      })
      .join("\n");
  const inline = (word: string, index: string): string => {
    const content = holeAt(index);
    return typeof content === "string" ? content : word;
  };
  const indented = (value: JsonArray | JsonObject, indent: string): string =>
    print(value)
      .trimEnd()
      .split("\n")
      .map((line) => (line === "" ? line : indent + line))
      .join("\n");

  return {
    text: hole,
    lines: hole,
    when: (condition, then, otherwise) =>
      hole((indent) =>
        [
          `${indent}{{- if ${condition} }}`,
          indented(then, indent),
          ...(otherwise === undefined ? [] : [`${indent}{{- else }}`, indented(otherwise, indent)]),
          `${indent}{{- end }}`,
        ].join("\n"),
      ),
    print,
  };
}

/** Holes of lines as fields of an object, behind those that it has. */
export function fields(...holes: readonly string[]): JsonObject {
  return Object.fromEntries(holes.map((hole) => [hole, null]));
}

/** A field whose value is the user's: nothing when that is empty. */
export function fieldOfValue(template: ChartTemplate, name: string, value: string): string {
  return template.lines((indent) =>
    [
      `${indent}{{- with .Values.${value} }}`,
      `${indent}${name}:`,
      `${indent}  {{- toYaml . | nindent ${indent.length + 2} }}`,
      `${indent}{{- end }}`,
    ].join("\n"),
  );
}

/** Items of a list that are the user's. */
export function itemsOfValue(template: ChartTemplate, value: string): string {
  return template.lines((indent) =>
    [
      `${indent}{{- with .Values.${value} }}`,
      `${indent}{{- toYaml . | nindent ${indent.length} }}`,
      `${indent}{{- end }}`,
    ].join("\n"),
  );
}
