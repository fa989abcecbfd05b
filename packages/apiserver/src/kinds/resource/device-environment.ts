/** The environment of expressions that select devices: the variable `device`, and the sizes of its fields, from which costs are estimated. */
import type { CelType, CostEstimate, Environment, StructDeclaration } from "@kubewright/cel";
import {
  anyType,
  bindingLibrary,
  boolType,
  kubernetesEnvironment,
  mapOf,
  quantityType,
  stringType,
  structType,
} from "@kubewright/cel";

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
export function deviceEnvironment(): Environment {
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
export function sizeInDevice([root, ...steps]: readonly string[]): CostEstimate | undefined {
  let current: Sized | undefined = root === "device" ? device : undefined;
  for (const step of steps) {
    if (step === "@items" || step === "@values") current = current?.element;
    else if (step === "@keys") current = current?.key;
    else current = current?.fields?.[step] ?? (current?.element === attribute ? attribute : undefined);
  }
  return current === undefined ? undefined : { min: 0n, max: BigInt(current.max) };
}
