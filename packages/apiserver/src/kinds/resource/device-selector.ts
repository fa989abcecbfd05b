/** CEL expressions that select devices: https://kubernetes.io/docs/reference/using-api/cel/ */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field } from "@kubewright/apimachinery";
import type { DeviceSelector } from "@kubewright/api/resource.k8s.io/v1";
import type { CelType, CostEstimate, Environment, StructDeclaration } from "@kubewright/cel";
import {
  anyType,
  bindingLibrary,
  boolType,
  compileExpression,
  isSameType,
  kubernetesEnvironment,
  mapOf,
  quantityType,
  stringType,
  structType,
} from "@kubewright/cel";
import { typeNameAtRuntime } from "../../expressions/compiled-expression.ts";
import type { View } from "../typed.ts";
import { checkItems } from "./bounded-lists.ts";

const selectorsMax = 32;
const expressionBytesMax = 10 * 1024;
const costMax = 1_000_000;

export function checkSelectors(
  selectors: readonly View<DeviceSelector>[] | undefined,
  path: FieldPath,
): readonly FieldError[] {
  return checkItems(selectors, selectorsMax, checkSelector, path);
}

function checkSelector({ cel }: View<DeviceSelector>, path: FieldPath): readonly FieldError[] {
  const at = path.child("cel");
  if (cel === undefined) return [field.required(at, "")];
  return checkExpression(cel.expression ?? "", at.child("expression"));
}

/** An attribute, whose type is unknown, may be the result. */
function checkExpression(text: string, path: FieldPath): readonly FieldError[] {
  if (Buffer.byteLength(text) > expressionBytesMax) return [field.tooLong(path, expressionBytesMax)];
  const compilation = compileExpression(text, deviceEnvironment());
  if (compilation.kind === "failed" && compilation.cause === "syntax") {
    return [field.invalid(path, text, `compilation failed: ${compilation.message}`)];
  }
  const { resultType } = compilation.kind === "compiled" ? compilation.program : compilation;
  if (!isSameType(resultType, boolType) && !isSameType(resultType, anyType)) {
    const found = typeNameAtRuntime(resultType);
    return [field.invalid(path, text, `must evaluate to bool or the unknown type, not ${found}`)];
  }
  if (compilation.kind === "failed") {
    return [field.invalid(path, text, `program instantiation failed: ${compilation.message}`)];
  }
  const isCheap = compilation.program.estimateCost(sizeInDevice).max <= costMax;
  return isCheap ? [] : [field.forbidden(path, "too complex, exceeds cost limit")];
}

const attributesAndCapacitiesMax = 32;
const domainCharactersMax = 63;
const identifierCharactersMax = 32;
const attributeCharactersMax = 64;

const deviceType = structType("kubernetes.DRADevice");

const fieldTypes: ReadonlyMap<string, CelType> = new Map([
  ["driver", stringType],
  ["allowMultipleAllocations", boolType],
  // By domain and name. An attribute is a boolean, an integer, a string or a version.
  ["attributes", mapOf(stringType, mapOf(stringType, anyType))],
  ["capacity", mapOf(stringType, mapOf(stringType, quantityType))],
]);

const declaration: StructDeclaration = { type: deviceType, fieldType: (name) => fieldTypes.get(name) };

let environment: Environment | undefined;

/** Created on its first use, and shared. */
function deviceEnvironment(): Environment {
  environment ??= kubernetesEnvironment({
    variables: { device: deviceType },
    structs: (name) => (name === deviceType.name ? declaration : undefined),
    libraries: [bindingLibrary],
  });
  return environment;
}

/** The largest size of a value, and what is inside of it. */
interface Sized {
  readonly max: number;
  readonly fields?: Readonly<Record<string, Sized>>;
  readonly key?: Sized;
  readonly element?: Sized;
}

const identifier: Sized = { max: identifierCharactersMax };
const attribute: Sized = { max: attributeCharactersMax };

function byDomain(element: Sized): Sized {
  const max = attributesAndCapacitiesMax;
  return { max, key: { max: domainCharactersMax }, element: { max, key: identifier, element } };
}

const device: Sized = {
  max: 0,
  fields: {
    driver: { max: domainCharactersMax },
    allowMultipleAllocations: { max: 1 },
    attributes: byDomain(attribute),
    capacity: byDomain({ max: 0 }),
  },
};

/** The size of the value at a path: `["device", "attributes", "@values", "model"]`. */
function sizeInDevice([root, ...steps]: readonly string[]): CostEstimate | undefined {
  let current: Sized | undefined = root === "device" ? device : undefined;
  for (const step of steps) {
    if (step === "@items" || step === "@values") current = current?.element;
    else if (step === "@keys") current = current?.key;
    else current = current?.fields?.[step] ?? (current?.element === attribute ? attribute : undefined);
  }
  return current === undefined ? undefined : { min: 0n, max: BigInt(current.max) };
}
