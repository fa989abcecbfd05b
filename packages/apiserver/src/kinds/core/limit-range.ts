/** LimitRanges: https://kubernetes.io/docs/concepts/policy/limit-range/. They are kept and checked; nothing is limited by them yet. */
import type { LimitRange } from "@kubewright/api/core/v1";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { checkLimitRange } from "./limit-range-checks.ts";

export const limitRangeKind: BuiltinKind = builtinKind<LimitRange>({
  group: "",
  plural: "limitranges",
  allowCreateOnUpdate: true,
  nullsEmptyLists: true,
  // The only kind that makes up a name for an object that has none, not even the beginning of one.
  prepareForCreate: (draft, { random }) => {
    draft.metadata.name ??= random.uuid();
  },
  validate: (object) => checkLimitRange(object),
  defaults: (draft) => {
    for (const limit of draft.spec?.limits ?? []) {
      if (limit.type !== "Container") continue;
      // A container may have what it may have at most, and asks for what it may have, at least for the minimum.
      const limits = { ...limit.max, ...limit.default };
      const requests = { ...limit.min, ...limits, ...limit.defaultRequest };
      if (Object.keys(limits).length > 0) limit.default = limits;
      if (Object.keys(requests).length > 0) limit.defaultRequest = requests;
    }
  },
});
