/** Describes markers, for the help of the CLI and the reference in the documentation (`docs/markers.md`). */
import type { ArgumentType, MarkerDefinition } from "./marker.ts";

/** The syntax of a marker: `@kubebuilder:validation:Minimum=<number>`, or `@kubebuilder:rbac:…` for named arguments. */
export function markerSyntax({ name, value, named }: MarkerDefinition): string {
  if (named !== undefined) return `@${name}:…`;
  return value === undefined ? `@${name}` : `@${name}=<${argumentTypeText(value)}>`;
}

/** An example of the marker in a comment. */
export function markerExample({ name, value, example }: MarkerDefinition): string {
  return `@${name}${example ?? (value === undefined ? "" : `=${exampleOf(value)}`)}`;
}

/** An example of the short form, in the style of JSDoc: `@minimum 1`; `undefined` if there is no short form. */
export function shortExample({ short, value, named, example = "" }: MarkerDefinition): string | undefined {
  if (short === undefined) return undefined;
  if (named !== undefined) return `@${short} ${example.slice(1)}`;
  return value === undefined || value === "bool" ? `@${short}` : `@${short} ${exampleOf(value)}`;
}

/** The name of an argument's type: `number`, or `string;…` for a list. */
export function argumentTypeText(type: ArgumentType): string {
  return typeof type === "object" ? `${type.list};…` : type;
}

function exampleOf(type: ArgumentType): string {
  switch (type) {
    case "int":
    case "number":
      return "1";
    case "bool":
      return "true";
    case "json":
      return '"text"';
    case "any":
    case "string":
    case "raw":
      return "text";
    default:
      return "a;b";
  }
}

/** The page for these markers, in the order of the table. */
export function printMarkerReference(table: readonly MarkerDefinition[]): string {
  const sections = [...Map.groupBy(table, ({ category }) => category)].map(
    ([category, markers]) => `## ${category}\n\n${markers.map((marker) => entry(marker)).join("\n")}`,
  );
  return `${introduction}\n${sections.join("\n")}`;
}

const introduction = `# Markers

Markers are written in \`/** … */\` comments, one per line. They are the markers of controller-gen, with \`@\` instead of \`+\`.
The command \`kubewright generate -ww\` prints the same help.
A marker is on a **field**, on a **type** (an interface or a type alias), or on the **package**: in any comment of any file of the folder.

Short forms have the style of JSDoc tags: \`@minimum 1\` is \`@kubebuilder:validation:Minimum=1\`. The string of \`@pattern\` needs no quotes.

Values: \`int\`, \`number\` and \`bool\`; \`string\`, without quotes, in double quotes or in backticks; \`json\` is a JSON value.
The type of \`any\` is guessed: \`1\`, \`true\`, \`text\`, \`{a,b}\`, \`{key: value}\`.
\`string;…\` is a list: values separated by semicolons, or \`{a,b}\`.

This page is generated from the table of markers: \`npx vitest run packages/gen/src/markers/describe-marker.test.ts -u\`.
`;

function entry(marker: MarkerDefinition): string {
  const { help, targets, named, deprecatedBy } = marker;
  const short = shortExample(marker);
  const examples = [markerExample(marker), ...(short === undefined ? [] : [short])];
  return [
    `### \`${markerSyntax(marker)}\``,
    "",
    `On a ${targets.join(" or a ")}. ${help}${deprecatedBy === undefined ? "" : ` Deprecated: use \`@${deprecatedBy}\`.`}`,
    "",
    ...(named === undefined ? [] : [...argumentRows(named), ""]),
    ...examples.map((example) => `    ${example}`),
    "",
  ].join("\n");
}

function argumentRows(named: NonNullable<MarkerDefinition["named"]>): readonly string[] {
  return [
    "| argument | value | |",
    "| --- | --- | --- |",
    ...Object.entries(named).map(
      ([name, { type, optional, help }]) =>
        `| \`${name}\`${optional === true ? "" : " (needed)"} | ${argumentTypeText(type)} | ${help.replaceAll("|", "\\|")} |`,
    ),
  ];
}
