/** LimitRanges: https://kubernetes.io/docs/concepts/policy/limit-range/. The admission plugin LimitRanger enforces them. */
import type { LimitRange, LimitRangeItem } from "@kubewright/api/core/v1";
import { afterPause, eachInSteps, setOwn, whenDone } from "@kubewright/apimachinery";
import type { Work } from "@kubewright/apimachinery";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import type { Draft } from "../typed.ts";
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
  defaults: (draft) => eachInSteps(draft.spec?.limits ?? [], setDefaults),
});

/** The default limit is the maximum. The default request is the default limit, or the minimum. */
function setDefaults(limit: Draft<LimitRangeItem>): Work<void> {
  if (limit.type !== "Container") return undefined;
  return afterPause(merged(limit.max, limit.default), (limits) => {
    if (Object.keys(limits).length > 0) limit.default = limits;
    return afterPause(merged(limit.min, limits, limit.defaultRequest), (requests) => {
      if (Object.keys(requests).length > 0) limit.defaultRequest = requests;
    });
  });
}

type Quantities = Record<string, string | number>;

/** Of each resource, the quantity in the last list that has it. */
function merged(...lists: readonly (Quantities | undefined)[]): Work<Quantities> {
  const quantities: Quantities = {};
  const merging = eachInSteps(lists, (list = {}) =>
    eachInSteps(Object.entries(list), ([name, quantity]) => setOwn(quantities, name, quantity)),
  );
  return whenDone(merging, () => quantities);
}
