/** The capacity of a device, and how requests consume it if several of them share the device. */
import type { FieldError, FieldPath, ParsedQuantity } from "@kubewright/apimachinery";
import {
  addQuantities,
  compareQuantities,
  field,
  formatQuantity,
  parseQuantity,
  quantityValue,
} from "@kubewright/apimachinery";
import type {
  CapacityRequestPolicy,
  CapacityRequestPolicyRange,
  DeviceCapacity,
} from "@kubewright/api/resource.k8s.io/v1";
import type { View } from "../typed.ts";
import { checkSet } from "./bounded-lists.ts";

const optionsMax = 10;

export function checkSharedCapacity(
  { value, requestPolicy }: View<DeviceCapacity>,
  path: FieldPath,
): readonly FieldError[] {
  if (requestPolicy === undefined) return [];
  return checkPolicy(requestPolicy, quantityOf(value), path.child("requestPolicy"));
}

/** Only a device that several requests share has a policy. */
export function checkOwnCapacity({ requestPolicy }: View<DeviceCapacity>, path: FieldPath): readonly FieldError[] {
  if (requestPolicy === undefined) return [];
  return [field.forbidden(path.child("requestPolicy"), "allowMultipleAllocations must be true")];
}

function checkPolicy(
  policy: View<CapacityRequestPolicy>,
  capacity: ParsedQuantity,
  path: FieldPath,
): readonly FieldError[] {
  const { validValues = [], validRange } = policy;
  if (validValues.length > 0 && validRange !== undefined) {
    const text = 'exactly one policy can be specified, cannot specify "validValues" and "validRange" at the same time';
    return [field.forbidden(path, text)];
  }
  const kind = validValues.length > 0 ? "validValues" : "validRange";
  if (kind === "validRange" && validRange === undefined) return [];
  const byDefault = policy.default ?? undefined;
  if (byDefault === undefined) return [field.required(path.child("default"), `required when ${kind} is defined`)];
  if (validRange !== undefined) {
    return checkRange(quantityOf(byDefault), capacity, validRange, path.child("validRange"));
  }
  return checkOptions(quantityOf(byDefault), capacity, validValues.map(quantityOf), path.child("validValues"));
}

function checkOptions(
  byDefault: ParsedQuantity,
  capacity: ParsedQuantity,
  options: readonly ParsedQuantity[],
  path: FieldPath,
): readonly FieldError[] {
  const sorted = options.flatMap((option, index) => {
    const before = options[index - 1];
    if (before === undefined || compareQuantities(before, option) <= 0) return [];
    return [field.invalid(path.index(index), formatQuantity(option), "values must be sorted in ascending order")];
  });
  const checkOption = (option: ParsedQuantity, at: FieldPath): readonly FieldError[] => {
    if (compareQuantities(option, capacity) <= 0) return [];
    const text = `option is larger than capacity value: ${formatQuantity(capacity)}`;
    return [field.invalid(at, formatQuantity(option), text)];
  };
  const isOption = options.length <= optionsMax && options.some((option) => compareQuantities(option, byDefault) === 0);
  const text = "default value is not valid according to the requestPolicy";
  return [
    ...sorted,
    ...checkSet(options, optionsMax, checkOption, (option) => String(quantityValue(option)), path),
    ...(isOption ? [] : [field.invalid(path, formatQuantity(byDefault), text)]),
  ];
}

function checkRange(
  byDefault: ParsedQuantity,
  capacity: ParsedQuantity,
  range: View<CapacityRequestPolicyRange>,
  path: FieldPath,
): readonly FieldError[] {
  if (range.min === undefined) return [field.required(path.child("min"), "required when validRange is defined")];
  const [min, max, step] = [quantityOf(range.min), optional(range.max), optional(range.step)];
  const errors: FieldError[] = [];
  const reject = (name: string, shown: ParsedQuantity, text: string): void =>
    void errors.push(field.invalid(path.child(name), formatQuantity(shown), text));
  const isLess = (left: ParsedQuantity, right: ParsedQuantity): boolean => compareQuantities(left, right) < 0;
  if (isLess(capacity, min)) reject("min", min, `min is larger than capacity value: ${formatQuantity(capacity)}`);
  if (isLess(byDefault, min)) reject("min", byDefault, `default is less than min: ${formatQuantity(min)}`);
  if (max !== undefined) {
    if (isLess(max, min)) reject("max", min, `min is larger than max: ${formatQuantity(max)}`);
    if (isLess(capacity, max)) reject("max", max, `max is larger than capacity value: ${formatQuantity(capacity)}`);
    if (isLess(max, byDefault)) reject("max", byDefault, `default is more than max: ${formatQuantity(max)}`);
  }
  if (step === undefined) return errors;
  const added = addQuantities(min, step);
  if (isLess(capacity, added)) {
    const text = `one step ${formatQuantity(added)} is larger than capacity value: ${formatQuantity(capacity)}`;
    reject("step", step, text);
  }
  for (const value of [byDefault, ...(max === undefined ? [] : [max])]) {
    if (isMultiple(value, min, step)) continue;
    reject(
      "step",
      value,
      `value is not a multiple of a given step (${formatQuantity(step)}) from (${formatQuantity(min)})`,
    );
  }
  return errors;
}

/** kube-apiserver divides whole numbers; a step of zero fails there. */
function isMultiple(value: ParsedQuantity, min: ParsedQuantity, step: ParsedQuantity): boolean {
  const divisor = quantityValue(step);
  return divisor !== 0n && (quantityValue(value) - quantityValue(min)) % divisor === 0n;
}

function optional(quantity: string | number | undefined): ParsedQuantity | undefined {
  return quantity === undefined ? undefined : quantityOf(quantity);
}

function quantityOf(quantity: string | number | undefined): ParsedQuantity {
  return parseQuantity(String(quantity ?? 0));
}
