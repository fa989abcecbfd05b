/**
 * Prints objects as Helm templates. A placeholder is a word in the object that YAML does not quote; the printed text has the template
 * expression in its place. Charts use a small part of Helm's language: values, `if`, `with`, `include`, `toYaml`, `nindent`, `quote`.
 */
import type { JsonArray, JsonObject, JsonValue } from "@kubewright/apimachinery";

import { printChartYaml } from "./print-yaml.ts";

export interface ChartTemplate {
  /** A placeholder in a string for a template expression: `{{ .Values.manager.replicas }}` */
  text(actions: string): string;
  /** A placeholder for complete lines. It is an item of a list or, with `fields()`, a field of an object. */
  lines(source: (indent: string) => string): string;
  /** Items, or the fields of an object, under a condition; `otherwise` if it is false. */
  when(condition: string, then: JsonArray | JsonObject, otherwise?: JsonArray | JsonObject): string;
  /** The value as a template that ends with a line feed. */
  print(value: JsonValue): string;
}

export function createChartTemplate(): ChartTemplate {
  const holes: (string | ((indent: string) => string))[] = [];
  const hole = (content: string | ((indent: string) => string)): string => `kwhole${holes.push(content) - 1}elohwk`;
  const holeAt = (index = ""): string | ((indent: string) => string) | undefined => holes[Number(index)];

  const print = (value: JsonValue): string =>
    // Descriptions may contain template syntax.
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

/** Placeholders for lines as fields of an object, after its other fields. */
export function fields(...holes: readonly string[]): JsonObject {
  return Object.fromEntries(holes.map((hole) => [hole, null]));
}

/** A field that is included only if the value is not empty. */
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

/** The items of a list from a value. */
export function itemsOfValue(template: ChartTemplate, value: string): string {
  return template.lines((indent) =>
    [
      `${indent}{{- with .Values.${value} }}`,
      `${indent}{{- toYaml . | nindent ${indent.length} }}`,
      `${indent}{{- end }}`,
    ].join("\n"),
  );
}
