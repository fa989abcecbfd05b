/** The line about the limits of the cluster, in its help and in the text of its start. */
export const limitsNote = "What is missing, such as Jobs: docs/guides/cluster.md#what-is-not-in-it";
