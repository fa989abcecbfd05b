// The formats that objects have in bodies and answers, and what they are called in headers.

export type Format = "json" | "yaml" | "protobuf";

export const jsonType = "application/json";
export const yamlType = "application/yaml";
/** The default content type of Go clients for built-in kinds. */
export const protobufType = "application/vnd.kubernetes.protobuf";

/** What the server reads and sends, as the texts of errors list it. */
export const mediaTypes: readonly string[] = [jsonType, yamlType, protobufType];
/** What it sends watches in. */
export const streamMediaTypes: readonly string[] = [`${jsonType};stream=watch`, `${protobufType};stream=watch`];
