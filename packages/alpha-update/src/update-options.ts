/** The options of an update, which are the flags of `kubewright alpha update`. */

/** The options of an update. */
export interface UpdateOptions {
  /** The version that scaffolded the project. Default: `cliVersion` of its PROJECT file. */
  readonly fromVersion?: string;
  /** The version to update to. Default: the version of the command. */
  readonly toVersion?: string;
  /** The branch of the project. Default: the branch that is checked out. */
  readonly fromBranch?: string;
  /** The branch for the result, which must not exist. Default: `kubewright-update-from-<version>-to-<version>`. */
  readonly outputBranch?: string;
  /** Whether files with conflict markers are committed. If false, an update with conflicts fails. */
  readonly force: boolean;
  /** Whether both scaffolds are kept as commits and merged. If false, the result is one commit. */
  readonly showCommits: boolean;
  /** Files and folders of the branch that stay unchanged, relative to the project. Default: none. Not with `showCommits`. */
  readonly restorePath?: readonly string[];
  /** Whether the branch is pushed to `origin`. */
  readonly push: boolean;
  /** Whether a GitHub issue with a link to the branch is opened, with gh. Needs `push`. */
  readonly openGhIssue: boolean;
  /** The commit message. Default: `chore(kubewright): update scaffold <version> -> <version>`. */
  readonly mergeMessage?: string;
  /** The commit message if files have conflict markers. Default: as `mergeMessage`, with a note. */
  readonly conflictMessage?: string;
  /**
   * Settings for every call of git, as `name=value`; `disable` removes the defaults (merge.renameLimit=999999, diff.renameLimit=999999,
   * merge.conflictStyle=merge). Default: none.
   */
  readonly gitConfig?: readonly string[];
}
