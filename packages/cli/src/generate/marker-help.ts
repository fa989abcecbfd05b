/** `kubewright generate -w`: the markers as tables for a terminal, made from the table that drives the parser. */
import { argumentTypeText, markerExample, markerSyntax, shortExample } from "@kubewright/gen";
import type { Generator, MarkerCategory, MarkerDefinition } from "@kubewright/gen";

/**
 * The markers that `generators` read, or all of them. Level 1 has a line for each, 2 adds where it stands and its arguments, 3
 * examples and short forms, 4 is everything as JSON.
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

/** What generators work on types share the markers of types. */
function reads(generator: Generator["name"], category: MarkerCategory): boolean {
  if (generator === "rbac") return category === "RBAC";
  if (generator === "webhook") return category === "Webhook";
  if (category === "RBAC" || category === "Webhook") return false;
  return category !== "applyconfiguration" || generator === "applyconfiguration";
}

/** A name that is longer than most has its help on the next line, so that one does not push all the others away. */
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
    ...(deprecatedBy === undefined ? [] : [`    Kept for those who know it: write @${deprecatedBy}.`]),
    ...rows,
    ...(level < 3 ? [] : ["", `      ${markerExample(marker)}`, ...(short === undefined ? [] : [`      ${short}`])]),
    "",
    "",
  ].join("\n");
}
