// `google.protobuf.Empty`, a message without fields.

import type { StructDeclaration } from "../checking/scope.ts";
import { structType } from "../types/type.ts";
import type { Value } from "../values/value.ts";
import { CelError, OpaqueValue } from "../values/value.ts";

const type = structType("google.protobuf.Empty");

class Empty extends OpaqueValue {
  override readonly type = type;
  override readonly goType = "*types.protoObj";

  override equals(other: Value): boolean {
    return other instanceof Empty;
  }

  override field(name: string): Value {
    return new CelError(`no such field '${name}'`);
  }

  override isZero(): boolean {
    return true;
  }
}

export const empty: OpaqueValue = new Empty();

export const emptyMessage: StructDeclaration = { type, fieldType: () => undefined, create: () => empty };
