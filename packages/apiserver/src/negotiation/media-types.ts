// The formats of request and response bodies, and their media types.

export type Format = "json" | "yaml" | "protobuf";

export const jsonType = "application/json";
export const yamlType = "application/yaml";
/** The default content type of Go clients for built-in kinds. */
export const protobufType = "application/vnd.kubernetes.protobuf";

/** The media types of requests and responses, in the order of error messages. */
export const mediaTypes: readonly string[] = [jsonType, yamlType, protobufType];
/** The media types of watches. */
export const streamMediaTypes: readonly string[] = [`${jsonType};stream=watch`, `${protobufType};stream=watch`];
