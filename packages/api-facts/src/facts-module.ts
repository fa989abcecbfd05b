// One module of generated data.

/** The definitions of one group version, unparsed. */
export interface FactsModule {
  /** `core/v1`, `apps/v1`; `meta/v1` for what all groups share. */
  readonly path: string;
  /** The packages that the definitions belong to: `io.k8s.api.core.v1`. */
  readonly packages: readonly string[];
  /** A line per definition: its name, a blank, its schema as JSON. */
  readonly definitions: string;
}
