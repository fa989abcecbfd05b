/** The flags of `kubewright edit`. */
import type { License } from "../templates/root/license.ts";

export interface EditFlags {
  /** Undefined, as for all flags here: the project keeps its setting. */
  readonly multigroup?: boolean;
  readonly namespaced?: boolean;
  readonly license?: License;
  readonly licenseFile?: string;
  readonly owner?: string;
  /** Comma-separated names. */
  readonly plugins?: string;
  /** The file with the manifests of a chart, and the folder in which the chart is written. */
  readonly manifests?: string;
  readonly outputDir?: string;
  readonly force: boolean;
  readonly dryRun: boolean;
}
