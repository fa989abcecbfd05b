/** The reference panics during this evaluation. The message is that of the panic. */
export class EvaluationPanic extends Error {
  override readonly name = "EvaluationPanic";
}
