/** PodTemplates. */
import { fieldPath } from "@kubewright/apimachinery";
import type { PodTemplate } from "@kubewright/api/core/v1";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { checkTemplate, defaultTemplate } from "./pod-template.ts";
import { containerCells, labelsText } from "../cells.ts";
import { podTemplateAt } from "../pod/template-rules.ts";

export const podTemplateKind: BuiltinKind = builtinKind<PodTemplate>({
  group: "",
  plural: "podtemplates",
  tracksGeneration: true,
  deletion: { returnsObject: true },
  podTemplate: podTemplateAt("template"),
  defaults: (draft) => defaultTemplate(draft.template),
  validate: (object) => checkTemplate(object.template, fieldPath("template")),
  cells: (object) => {
    const { template } = object;
    return { ...containerCells(template), "Pod Labels": labelsText(template?.metadata?.labels) };
  },
});
