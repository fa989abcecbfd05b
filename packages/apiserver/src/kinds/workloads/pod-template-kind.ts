/** PodTemplates: templates that stand alone. */
import { fieldPath } from "@kubewright/apimachinery";
import type { PodTemplate } from "@kubewright/api/core/v1";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { draftOf, viewOf } from "../typed.ts";
import { checkTemplate, defaultTemplate } from "./pod-template.ts";

export const podTemplateKind: BuiltinKind = {
  group: "",
  plural: "podtemplates",
  defaults: (draft) => defaultTemplate(draftOf<PodTemplate>(draft).template),
  validate: (object) => checkTemplate(viewOf<PodTemplate>(object).template, fieldPath("template")),
};
