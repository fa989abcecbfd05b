/** The flags of the program beside those that every operator has. */
import type { FlagTable } from "@kubewright/runtime";

export const ownFlags = {
  "name-prefix": {
    type: "string",
    default: "i-operator-",
    argument: "PREFIX",
    help: "what the names of its Secret, Service and webhook configurations begin with",
  },
} as const satisfies FlagTable;
