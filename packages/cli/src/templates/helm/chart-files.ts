/**
 * A Helm chart of the project: the objects that kustomize builds from `config/default`, with values for common settings. Parts of `config/`
 * that `config/default` leaves out (certificates of cert-manager, a ServiceMonitor, network policies) are included and disabled.
 *
 * https://helm.sh/docs/topics/charts/
 */
import { parseManifests } from "../../manifests/parse-manifests.ts";
import type { ManifestText } from "../../manifests/parse-manifests.ts";
import type { Project } from "../../project/project.ts";
import type { ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { managerValues } from "./chart-manager.ts";
import { createRelease } from "./chart-names.ts";
import { placeOf, withValues } from "./chart-objects.ts";
import { createChartTemplate } from "./chart-template.ts";
import type { DeployedParts } from "./chart-texts.ts";
import { chartYaml, helmIgnore, helpers, notes, valuesYaml } from "./chart-texts.ts";
import { placed } from "./manifests.ts";
import type { Manifest, Manifests } from "./manifests.ts";

export interface ChartSources {
  readonly project: Project;
  /** The output of `make build-installer`. */
  readonly deployed: Manifests;
  /** Files of `config/` that `config/default` may leave out. */
  readonly optional: readonly ManifestText[];
  /** The folder of the chart. */
  readonly folder: string;
  /** Overwrite files of the user, except Chart.yaml. */
  readonly force: boolean;
}

/** The files of `config/` that are part of every chart, even if `config/default` leaves them out. */
export const optionalFiles: readonly string[] = [
  "config/certmanager/issuer.yaml",
  "config/certmanager/certificate-metrics.yaml",
  "config/certmanager/certificate-webhook.yaml",
  "config/prometheus/monitor.yaml",
  "config/network-policy/allow-metrics-traffic.yaml",
  "config/network-policy/allow-webhook-traffic.yaml",
];

/** @throws {CommandError} when a file of `config/` is invalid. */
export function chartFiles({ project, deployed, optional, folder, force }: ChartSources): readonly ScaffoldFile[] {
  const all = withOptional(deployed, optional);
  const values = managerValues(all);
  const users = (path: string, content: string): ScaffoldFile => ({
    path: `${folder}/${path}`,
    content,
    ifExists: force ? "replace" : "keep",
  });
  const template = createChartTemplate();
  const release = createRelease(all, { template, projectName: project.projectName });
  const holes = { values, template, release };
  const taken = new Set<string>();
  const templates = all.all.flatMap((manifest): readonly ScaffoldFile[] => {
    const place = placeOf(manifest, all);
    if (place === undefined) return [];
    const path = freePath(`${folder}/templates/${place.area}`, manifest, { taken, prefix: all.prefix });
    const text = `${written}${template.print(withValues(manifest, all, holes))}`;
    const { condition } = place;
    const content = condition === undefined ? text : `{{- if ${condition} }}\n${text}{{- end }}\n`;
    return [{ path, content, ifExists: "replace" }];
  });
  return [
    { path: `${folder}/Chart.yaml`, content: chartYaml(project), ifExists: "keep" },
    users("values.yaml", valuesYaml(values, deployedParts(deployed))),
    users(".helmignore", helmIgnore),
    users("templates/_helpers.tpl", helpers(project)),
    users("templates/NOTES.txt", notes(project)),
    ...templates,
  ];
}

/** The parts of the chart that are enabled by default. */
export function deployedParts({ all }: Manifests): DeployedParts {
  const isDeployed = (kind: string): boolean => all.some((each) => each.kind === kind);
  return {
    certManager: isDeployed("Certificate"),
    prometheus: isDeployed("ServiceMonitor"),
    networkPolicy: isDeployed("NetworkPolicy"),
  };
}

function withOptional(deployed: Manifests, optional: readonly ManifestText[]): Manifests {
  const more = optional
    .flatMap((text) => parseManifests(text, "create a chart").map((value) => placed(value, deployed, text.origin)))
    .filter(({ kind, name }) => !deployed.all.some((each) => each.kind === kind && each.name === name));
  return { ...deployed, all: [...deployed.all, ...more] };
}

const written = '# Written by "kubewright edit": changes are lost when it runs again.\n';

/** The path of the file of an object: its name without the prefix. */
function freePath(
  folder: string,
  { kind, name }: Manifest,
  { taken, prefix }: { readonly taken: Set<string>; readonly prefix: string },
): string {
  const own = name.startsWith(prefix) ? name.slice(prefix.length) : name;
  const plain = own.replaceAll(/[^\w.-]/g, "-");
  const wanted = [plain, `${plain}-${kind.toLowerCase()}`];
  const free = [...wanted, ...Array.from({ length: taken.size + 1 }, (_, index) => `${plain}-${index + 2}`)].find(
    (each) => !taken.has(`${folder}/${each}.yaml`),
  );
  const path = `${folder}/${free ?? plain}.yaml`;
  taken.add(path);
  return path;
}
