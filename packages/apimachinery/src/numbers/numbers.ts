/**
 * The numbers of the Kubernetes API. JavaScript has one kind of number, an OpenAPI schema has several; these aliases say
 * which one a field of an API type is. They are plain `number`s to the compiler and to a running program: only the
 * generator, which reads the source, sees the difference.
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
 * The API conventions advise against floats, since languages print and round them differently: where a quantity or a
 * percentage will do, use `Quantity` or an `Int32`.
 * See https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md#primitive-types
 */
export type Double = number;
