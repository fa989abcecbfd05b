// Errors as values.

/** The failure of an evaluation. The message is that of cel-go. */
export class CelError {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** The error of a call whose arguments no overload accepts. */
export function noSuchOverload(): CelError {
  return new CelError("no such overload");
}
