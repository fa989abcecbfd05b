/**
 * The number types of the Kubernetes API. JavaScript has one type of number, an OpenAPI schema has several. These aliases declare
 * the type of a field. The compiler and the running program treat them as `number`. Only the generator, which reads the
 * source, distinguishes them.
 */

/** An integer from -2^31 to 2^31-1: `type: integer, format: int32` in a schema. */
export type Int32 = number;

/**
 * An integer from -2^63 to 2^63-1: `type: integer, format: int64` in a schema.
 *
 * A `number` holds integers up to 2^53 exactly. A field that goes beyond (a checksum, an identifier) is declared `bigint`.
 */
export type Int64 = number;

/**
 * A floating-point number: `type: number, format: double` in a schema.
 *
 * The API conventions advise against floats, because languages print and round them differently. Use `Quantity` or an
 * `Int32` for quantities and percentages.
 * See https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md#primitive-types
 */
export type Double = number;
