/** The reference of all markers as Markdown, generated from the table that the parser uses. */
import type { MarkerDefinition } from "./marker.ts";
import { argumentTypeText, markerExample, markerSyntax, shortExample } from "./describe-marker.ts";

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

This page is generated from the table of markers: \`npx vitest run packages/gen/src/markers/reference.test.ts -u\`.
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
