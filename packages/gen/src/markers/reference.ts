/** The reference of all markers as Markdown, made from the table that drives the parser, so that the two cannot disagree. */
import type { MarkerDefinition } from "./definition.ts";
import { argumentTypeText, markerExample, markerSyntax, shortExample } from "./describe-marker.ts";

/** The page for these markers, in the order of the table. */
export function printMarkerReference(table: readonly MarkerDefinition[]): string {
  const sections = [...Map.groupBy(table, ({ category }) => category)].map(
    ([category, markers]) => `## ${category}\n\n${markers.map((marker) => entry(marker)).join("\n")}`,
  );
  return `${introduction}\n${sections.join("\n")}`;
}

const introduction = `# Markers

Markers stand in \`/** … */\` comments, one a line. They are those of controller-gen, with \`@\` for \`+\`. The same help is printed by
\`kubewright generate -ww\`. A marker is on a **field**, on a **type** (an interface or a type alias), or on the **package**: in any
comment of any file of the folder.

Short forms read like other tags of JSDoc: \`@minimum 1\` is \`@kubebuilder:validation:Minimum=1\`; the text of \`@pattern\` needs no quotes.

Values: \`int\`, \`number\`, \`bool\`; \`string\`, bare or in quotes or backticks; \`any\` is guessed: \`1\`, \`true\`, \`text\`, \`{a,b}\`,
\`{key: value}\`; \`json\` is a JSON value; \`string;…\` are several with semicolons between them, or \`{a,b}\`.

This page is made from the table of markers; \`npx vitest run packages/gen/src/markers/reference.test.ts -u\` renews it.
`;

function entry(marker: MarkerDefinition): string {
  const { help, targets, named, deprecatedBy } = marker;
  const short = shortExample(marker);
  const examples = [markerExample(marker), ...(short === undefined ? [] : [short])];
  return [
    `### \`${markerSyntax(marker)}\``,
    "",
    `On a ${targets.join(" or a ")}. ${help}${deprecatedBy === undefined ? "" : ` Kept for those who know it: write \`@${deprecatedBy}\`.`}`,
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
