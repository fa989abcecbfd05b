/**
 * Checks the expressions of a validating policy against the schemas of the kinds that it matches. The result is a warning: a policy is evaluated without
 * these types. https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#type-checking
 */
import type { GroupVersionKind, JsonObject, Steps } from "@kubewright/apimachinery";
import { append } from "@kubewright/apimachinery";
import type { ValidatingAdmissionPolicySpec } from "@kubewright/api/admissionregistration.k8s.io/v1";
import type { CelType, DeclaredSchema, Environment } from "@kubewright/cel";
import {
  authorizerType,
  compileExpression,
  declareSchema,
  dynType,
  extendEnvironment,
  kubernetesEnvironment,
} from "@kubewright/cel";
import { namespaceType, requestStructs, requestType } from "./declared-types.ts";
import { schemaInDocument } from "./openapi-schema.ts";
import { variableType, withVariables } from "./policy-variables.ts";

/** A kind with the OpenAPI v3 document of its group version. */
export interface DocumentedKind extends GroupVersionKind {
  readonly document: JsonObject;
}

/** A problem of one expression with the kinds that a policy matches. */
export interface ExpressionWarning {
  /** Such as `spec.validations[0].expression`. */
  readonly fieldRef: string;
  readonly warning: string;
}

interface CheckedKind {
  /** The kind as Go prints it. */
  readonly text: string;
  readonly environment: Environment;
}

/**
 * Checks validations and their messages, and yields after each expression. `kinds` are those that the policy matches, `params` is the kind of its params; kinds
 * that their documents do not have are not checked.
 */
export function* typeCheckPolicy(
  { validations = [], variables = [], paramKind }: ValidatingAdmissionPolicySpec,
  kinds: readonly DocumentedKind[],
  params: DocumentedKind | undefined,
): Steps<readonly ExpressionWarning[]> {
  const declaredParams = paramKind && { params: params && declared(params) };
  const checked: CheckedKind[] = [];
  for (const kind of kinds) {
    const object = declared(kind);
    if (object === undefined) continue;
    const types = new Map<string, CelType>();
    const environment = withVariables(environmentFor(object, declaredParams), types);
    for (const { name, expression } of variables) {
      const compilation = compileExpression(expression, environment);
      types.set(name, compilation.kind === "compiled" ? variableType(compilation.program.resultType) : dynType);
      yield;
    }
    checked.push({ text: `${kind.group}/${kind.version}, Kind=${kind.kind}`, environment });
  }
  const warnings: ExpressionWarning[] = [];
  for (const [index, { expression, messageExpression = "" }] of validations.entries()) {
    const path = `spec.validations[${index}]`;
    append(warnings, yield* warningsOf(expression, `${path}.expression`, checked));
    if (messageExpression === "") continue;
    append(warnings, yield* warningsOf(messageExpression, `${path}.messageExpression`, checked));
  }
  return warnings;
}

/** The schema of a kind. The name of the type in messages is unique in kube-apiserver, too. */
function declared(kind: DocumentedKind): DeclaredSchema | undefined {
  const schema = schemaInDocument(kind.document, kind);
  return schema && declareSchema(schema, { isResource: true, typeName: `${kind.kind}0` });
}

function environmentFor(
  object: DeclaredSchema,
  params: { readonly params: DeclaredSchema | undefined } | undefined,
): Environment {
  const type = object.type ?? dynType;
  const variables: Record<string, CelType> = {
    namespaceObject: namespaceType,
    request: requestType,
    object: type,
    oldObject: type,
    authorizer: authorizerType,
    ...(params === undefined ? {} : { params: params.params?.type ?? dynType }),
  };
  return extendEnvironment(kubernetesEnvironment({ variables, structs: requestStructs }), {
    structs: (name) => object.structs(name) ?? params?.params?.structs(name),
  });
}

function* warningsOf(
  expression: string,
  fieldRef: string,
  kinds: readonly CheckedKind[],
): Steps<readonly ExpressionWarning[]> {
  const messages: string[] = [];
  for (const { text, environment } of kinds) {
    const compilation = compileExpression(expression, environment);
    // A constant part that always fails is found when an expression is planned, which the check does not do.
    if (compilation.kind === "failed" && compilation.cause === "syntax")
      messages.push(`${text}: ${compilation.message}\n`);
    yield;
  }
  return messages.length === 0 ? [] : [{ fieldRef, warning: messages.join("\n") }];
}
