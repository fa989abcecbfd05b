/** The exact versions that a scaffolded project begins with. One place: what is tested together is given together. */

/** The oldest Node that runs a project: it strips types and knows `await using`. */
export const nodeVersionMin = "24";

/** Of other people's packages. They are those that this repository is built with. */
export const versions = {
  "@types/node": "26.6.6",
  oxfmt: "0.78.0",
  oxlint: "1.94.0",
  "oxlint-tsgolint": "7.0.2007",
  rolldown: "1.2.19",
  typescript: "7.0.2",
} as const;
