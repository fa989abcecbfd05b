/** A row of docs/features.md: what controller-runtime, kube-rs, JOSDK and kopf have, its counterpart here, and the tests that show it. */
export interface Feature {
  readonly feature: string;
  /** What controller-runtime, kube-rs, JOSDK and kopf have, in this order. "no": nothing. */
  readonly peers: readonly [controllerRuntime: string, kubeRs: string, josdk: string, kopf: string];
  /** Exported names by package, `Name` or `Name.member`, as in `packages/<package>/api.md`. */
  readonly api?: Readonly<Record<string, readonly string[]>>;
  /** Additional facts: flags, and differences from the peers. */
  readonly note?: string;
  /** Test files with the titles of their tests: `path > title`. */
  readonly tests: readonly string[];
  /** Why the project does without it, or with a part of it. */
  readonly omitted?: string;
  /** What is planned. */
  readonly open?: string;
}

export interface FeatureGroup {
  readonly title: string;
  readonly features: readonly Feature[];
}
