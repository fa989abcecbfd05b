/** The exact versions of packages in scaffolded projects, which are tested together. */

/** The oldest supported Node: it strips types and supports `await using`. */
export const nodeVersionMin = "24";

/** The versions of third-party packages, the same as in this repository. */
export const versions = {
  "@types/node": "24.19.2",
  oxfmt: "0.78.0",
  oxlint: "1.94.0",
  "oxlint-tsgolint": "7.0.2007",
  rolldown: "1.2.19",
  typescript: "7.0.2",
} as const;
