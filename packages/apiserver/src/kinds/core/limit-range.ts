/** LimitRanges: https://kubernetes.io/docs/concepts/policy/limit-range/. The admission plugin LimitRanger enforces them. */
import type { LimitRange } from "@kubewright/api/core/v1";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { checkLimitRange } from "./limit-range-checks.ts";

export const limitRangeKind: BuiltinKind = builtinKind<LimitRange>({
  group: "",
  plural: "limitranges",
  allowCreateOnUpdate: true,
  nullsEmptyLists: true,
  // The only kind that generates a name for an object without a name and a generateName.
  prepareForCreate: (draft, { random }) => {
    draft.metadata.name ??= random.uuid();
  },
  validate: (object) => checkLimitRange(object),
  defaults: (draft) => {
    for (const limit of draft.spec?.limits ?? []) {
      if (limit.type !== "Container") continue;
      // The default limit is the maximum. The default request is the default limit, or the minimum.
      const limits = { ...limit.max, ...limit.default };
      const requests = { ...limit.min, ...limits, ...limit.defaultRequest };
      if (Object.keys(limits).length > 0) limit.default = limits;
      if (Object.keys(requests).length > 0) limit.defaultRequest = requests;
    }
  },
});
