/** The columns of tables that show the params of policies and bindings. */
import type { ParamKindView, ParamRefView } from "./policy.ts";

/** The kind of params in a table. */
export function shownParamKind(paramKind: ParamKindView | undefined): string {
  return paramKind === undefined ? "<unset>" : `${paramKind.apiVersion ?? ""}/${paramKind.kind ?? ""}`;
}

/** The params of a binding in a table. */
export function shownParamRef(paramRef: ParamRefView | undefined): string {
  if (paramRef === undefined) return "<unset>";
  const { name = "", namespace = "", selector } = paramRef;
  if (name !== "") return `${namespace === "" ? "*" : namespace}/${name}`;
  return selector === undefined ? "<unset>" : goTextOf(selector);
}

/** A selector as Go prints it. */
function goTextOf({ matchLabels = {}, matchExpressions = [] }: NonNullable<ParamRefView["selector"]>): string {
  const labels = Object.entries(matchLabels)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${name}: ${value},`);
  const expressions = matchExpressions.map(
    ({ key = "", operator = "", values = [] }) =>
      `LabelSelectorRequirement{Key:${key},Operator:${String(operator)},Values:[${values.join(" ")}],},`,
  );
  const lists = `MatchExpressions:[]LabelSelectorRequirement{${expressions.join("")}}`;
  return `&LabelSelector{MatchLabels:map[string]string{${labels.join("")}},${lists},}`;
}
