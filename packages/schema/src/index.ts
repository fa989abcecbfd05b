// What users need.
export type { JsonSchema, ValidationRule } from "./model/json-schema.ts";
