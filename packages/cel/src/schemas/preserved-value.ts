// Values of fields that a schema preserves without a type.

import type { JsonValue } from "@kubewright/apimachinery";
import { isDeepEqual } from "@kubewright/apimachinery";
import { CelType } from "../types/type.ts";
import type { Value } from "../values/value.ts";
import { OpaqueValue } from "../values/value.ts";
import type { FromJson } from "../values/native.ts";
import { toJson } from "../values/native.ts";

const preservedType = new CelType("opaque", "unknown");

/** A value of an undeclared field that the schema preserves. It can only be compared. */
export class PreservedValue extends OpaqueValue implements FromJson {
  override readonly type: CelType = preservedType;
  readonly json: JsonValue;

  constructor(json: JsonValue) {
    super();
    this.json = json;
  }

  override equals(other: Value): boolean {
    return isDeepEqual(this.json, other instanceof PreservedValue ? other.json : toJson(other));
  }
}
