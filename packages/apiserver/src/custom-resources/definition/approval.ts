/**
 * API groups of the Kubernetes project require an annotation: the URL of their approval, or a reason that starts with `unapproved`.
 * https://github.com/kubernetes/enhancements/pull/1111
 */
import type { FieldError } from "@kubewright/apimachinery";
import { field, fieldPath, quoteGoString } from "@kubewright/apimachinery";
import type { NamedCondition } from "./accept-names.ts";
import type { DefinitionView } from "../definition-view.ts";

const annotationName = "api-approved.kubernetes.io";
const help = "see https://github.com/kubernetes/enhancements/pull/1111";
const wanted = `protected groups must have approval annotation "${annotationName}"`;

/** The state that the annotation sets, and its message in kube-apiserver. */
interface Approval {
  readonly state: "ApprovedAnnotation" | "InvalidAnnotation" | "MissingAnnotation" | "UnapprovedAnnotation";
  readonly text: string;
}

/** Errors of the annotation. An unchanged annotation is not checked. */
export function checkApproval(definition: DefinitionView, old: DefinitionView | undefined): readonly FieldError[] {
  if (!isProtected(definition)) return [];
  const { state, text } = approvalOf(definition);
  if (old !== undefined && state === approvalOf(old).state) return [];
  const path = fieldPath("metadata", "annotations").key(annotationName);
  if (state === "MissingAnnotation") return [field.required(path, text)];
  return state === "InvalidAnnotation" ? [field.invalid(path, annotationOf(definition), text)] : [];
}

/** The condition of a definition in a protected group. */
export function approvalCondition(definition: DefinitionView): NamedCondition | undefined {
  if (!isProtected(definition)) return undefined;
  const { state, text } = approvalOf(definition);
  const status = state === "ApprovedAnnotation" ? "True" : "False";
  return { type: "KubernetesAPIApprovalPolicyConformant", status, reason: state, message: text };
}

function isProtected({ spec }: DefinitionView): boolean {
  return /(?:^|\.)(?:k8s|kubernetes)\.io$/.test(spec?.group ?? "");
}

function annotationOf({ metadata }: DefinitionView): string {
  return metadata?.annotations?.[annotationName] ?? "";
}

function approvalOf(definition: DefinitionView): Approval {
  const annotation = annotationOf(definition);
  if (annotation === "") return { state: "MissingAnnotation", text: `${wanted}, ${help}` };
  if (annotation.startsWith("unapproved")) {
    return { state: "UnapprovedAnnotation", text: `not approved: ${quoteGoString(annotation)}` };
  }
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(annotation)) {
    return { state: "ApprovedAnnotation", text: `approved in ${annotation}` };
  }
  return {
    state: "InvalidAnnotation",
    text: `${wanted} with either a URL or a reason starting with "unapproved", ${help}`,
  };
}
