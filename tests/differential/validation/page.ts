/** docs/internals/validation.md: whether a case reaches each place that reports an invalid field. */
import { deviationOf } from "./deviations/all-deviations.ts";
import { completeKinds } from "./kinds.ts";
import type { CompleteKind } from "./kinds.ts";
import { kindsOfSite } from "./sites.ts";
import type { Site } from "./sites.ts";

/** The state of a site: reached, accepted as not reached, or open. */
export type Standing = "reached" | "deviation" | "open";

export function standingOf({ id }: Site, reached: ReadonlySet<string>): Standing {
  if (reached.has(id)) return "reached";
  return deviationOf(id) === undefined ? "open" : "deviation";
}

/** The page, for the ids of the sites that a case of any group has reached. */
export function validationPage(sites: readonly Site[], reached: ReadonlySet<string>): string {
  const [deviations, open] = (["deviation", "open"] as const).map((standing) =>
    sites.filter((site) => standingOf(site, reached) === standing),
  );
  return `# Validation beside the reference's

Made by the tests in \`tests/differential/validation\`; do not edit it. A site is a place in the source of kube-apiserver 1.36.3
that reports a bad field: a call of \`field.Invalid\`, \`field.Required\` and their like, in a function that the strategy of the
kind leads to. It is reached when a differential case makes the reference run it, by the coverage of the reference itself; as
the embedded server answers that case alike, it reports the same. Sites that several kinds share are counted for each.

| kind | sites | reached by cases | accepted deviations | open |
|---|---|---|---|---|
${(Object.keys(completeKinds) as CompleteKind[]).map((kind) => rowOf(kind, sites, reached)).join("\n")}

## Accepted deviations

${deviations === undefined || deviations.length === 0 ? "None." : `| site | reports | kinds | reason |\n|---|---|---|---|\n${deviations.map((site) => `| ${cells(site)} | ${deviationOf(site.id)?.reason ?? ""} |`).join("\n")}`}

## Open

${open === undefined || open.length === 0 ? "None." : `| site | reports | kinds |\n|---|---|---|\n${open.map((site) => `| ${cells(site)} |`).join("\n")}`}
`;
}

function rowOf(kind: CompleteKind, sites: readonly Site[], reached: ReadonlySet<string>): string {
  const own = sites.filter((site) => kindsOfSite(site).includes(kind));
  const count = (standing: Standing): number => own.filter((site) => standingOf(site, reached) === standing).length;
  return `| ${kind} | ${own.length} | ${count("reached")} | ${count("deviation")} | ${count("open")} |`;
}

function cells(site: Site): string {
  return `\`${site.id}\` | ${reportOf(site)} | ${kindsOfSite(site).join(", ")}`;
}

/** The error of the site, in a cell of a table. */
function reportOf({ error, text }: Site): string {
  const shown = text?.replaceAll("\n", " ").replaceAll("|", "\\|").replaceAll("`", "'");
  return shown === undefined || shown === "" ? error : `${error}: \`${shown}\``;
}
