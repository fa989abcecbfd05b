/** `kubewright generate -w`: prints the markers as tables for a terminal, from the table that the parser uses. */
import { argumentTypeText, markerExample, markerSyntax, shortExample } from "@kubewright/gen";
import type { Generator, MarkerCategory, MarkerDefinition } from "@kubewright/gen";

/**
 * The markers of `generators`, or all of them. Level 1 has one line for each, 2 adds targets and arguments, 3 adds examples and short
 * forms, 4 is the complete table as JSON.
 */
export function printMarkers(
  table: readonly MarkerDefinition[],
  level: number,
  generators?: readonly Generator["name"][],
): string {
  const wanted = table.filter(
    ({ category }) => generators === undefined || generators.some((generator) => reads(generator, category)),
  );
  if (level >= 4) return `${JSON.stringify(wanted, undefined, 2)}\n`;
  const print = level === 1 ? summary : (marker: MarkerDefinition): string => details(marker, level);
  return [...Map.groupBy(wanted, ({ category }) => category)]
    .map(([category, markers]) => `${category}\n\n${markers.map(print).join("")}`)
    .join("\n");
}

/** Whether a generator reads the markers of a category. All generators that read types share their markers. */
function reads(generator: Generator["name"], category: MarkerCategory): boolean {
  if (generator === "rbac") return category === "RBAC";
  if (generator === "webhook") return category === "Webhook";
  if (category === "RBAC" || category === "Webhook") return false;
  return category !== "applyconfiguration" || generator === "applyconfiguration";
}

/** The column of the help. A longer name has its help on the next line. */
const column = 52;

function summary(marker: MarkerDefinition): string {
  const syntax = markerSyntax(marker);
  const head = syntax.length < column ? `  ${syntax.padEnd(column)}` : `  ${syntax}\n  ${" ".repeat(column)}`;
  return `${head}${marker.help}\n`;
}

function details(marker: MarkerDefinition, level: number): string {
  const { help, targets, named = {}, deprecatedBy } = marker;
  const short = shortExample(marker);
  const rows = Object.entries(named).map(([name, { type, optional, help: purpose }]) =>
    [
      `      ${optional === true ? name : `${name} (needed)`}`.padEnd(34),
      argumentTypeText(type).padEnd(10),
      purpose,
    ].join(""),
  );
  return [
    `  ${markerSyntax(marker)}  on a ${targets.join(" or a ")}`,
    `    ${help}`,
    ...(deprecatedBy === undefined ? [] : [`    Deprecated: use @${deprecatedBy}.`]),
    ...rows,
    ...(level < 3 ? [] : ["", `      ${markerExample(marker)}`, ...(short === undefined ? [] : [`      ${short}`])]),
    "",
    "",
  ].join("\n");
}
