/**
 * A Helm chart of the project: the objects that kustomize builds from `config/default`, with values for common settings. Parts of `config/`
 * that `config/default` leaves out (certificates of cert-manager, a ServiceMonitor, network policies) are included and disabled.
 *
 * https://helm.sh/docs/topics/charts/
 */
import { managerValues } from "./chart-manager.ts";
import { createRelease } from "./chart-names.ts";
import { placeOf, withValues } from "./chart-objects.ts";
import { createChartTemplate } from "./chart-template.ts";
import type { DeployedParts } from "./chart-texts.ts";
import { chartYaml, helmIgnore, helpers, notes, valuesYaml } from "./chart-texts.ts";
import { placed } from "./manifests.ts";
import type { Manifest, ManifestFile, Manifests } from "./manifests.ts";

/** A file of a chart. */
export interface ChartFile {
  /** The path in the project, with `/` as the separator. */
  readonly path: string;
  readonly content: string;
  /** What happens to an existing file with other content. `keep`: the file belongs to the user. `replace`: it is overwritten. */
  readonly ifExists: "keep" | "replace";
}

/** The input of a chart. */
export interface ChartSources {
  /** The name of the chart, a DNS label. */
  readonly projectName: string;
  /** The output of `make build-installer`. */
  readonly deployed: Manifests;
  /** Files of `config/` that `config/default` may leave out. */
  readonly optional: readonly ManifestFile[];
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

/**
 * Returns all files of the chart.
 *
 * @throws {ChartError} when a document of `optional` is not a Kubernetes object.
 */
export function chartFiles({ projectName, deployed, optional, folder, force }: ChartSources): readonly ChartFile[] {
  const all = withOptional(deployed, optional);
  const values = managerValues(all);
  const users = (path: string, content: string): ChartFile => ({
    path: `${folder}/${path}`,
    content,
    ifExists: force ? "replace" : "keep",
  });
  const template = createChartTemplate();
  const release = createRelease(all, { template, projectName });
  const holes = { values, template, release };
  const taken = new Set<string>();
  const templates = all.all.flatMap((manifest): readonly ChartFile[] => {
    const place = placeOf(manifest, all);
    if (place === undefined) return [];
    const path = freePath(`${folder}/templates/${place.area}`, manifest, { taken, prefix: all.prefix });
    const text = `${written}${template.print(withValues(manifest, all, holes))}`;
    const { condition } = place;
    const content = condition === undefined ? text : `{{- if ${condition} }}\n${text}{{- end }}\n`;
    return [{ path, content, ifExists: "replace" }];
  });
  return [
    { path: `${folder}/Chart.yaml`, content: chartYaml(projectName), ifExists: "keep" },
    users("values.yaml", valuesYaml(values, deployedParts(deployed))),
    users(".helmignore", helmIgnore),
    users("templates/_helpers.tpl", helpers(projectName)),
    users("templates/NOTES.txt", notes(projectName)),
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

function withOptional(deployed: Manifests, optional: readonly ManifestFile[]): Manifests {
  const more = optional
    .flatMap(({ origin, documents }) => documents.map((value) => placed(value, deployed, origin)))
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
