/** The flags of the program, in addition to those of every operator. */
import type { FlagTable } from "@kubewright/runtime";

export const ownFlags = {
  "name-prefix": {
    type: "string",
    default: "i-operator-",
    argument: "PREFIX",
    help: "the prefix of the names of its Secret, Service and webhook configurations",
  },
} as const satisfies FlagTable;
