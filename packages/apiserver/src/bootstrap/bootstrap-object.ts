/** An object that a server creates when it starts, with its managed fields: computing them would compile the types of all these kinds. */
import type { ApiObject, GroupResource } from "../objects/api-object.ts";
import type { FieldsV1 } from "../contracts/server-context.ts";

export interface BootstrapObject {
  readonly resource: GroupResource;
  readonly object: ApiObject;
  /** The fields of `object` that the server manages. */
  readonly fieldsV1: FieldsV1;
  /** Sets the fields that the server does not manage. */
  readonly fillUnowned?: (draft: ApiObject) => void;
}
