/** Awaits work that ends early when the controller stops. */

/** Resolves with true if `work` completes before one of the signals is aborted, and with false after an abort. Rejects if `work` fails without an abort. */
export async function completed(work: Promise<void>, ...signals: readonly AbortSignal[]): Promise<boolean> {
  const isOver = (): boolean => signals.some(({ aborted }) => aborted);
  try {
    await work;
    return !isOver();
  } catch (error) {
    if (isOver()) return false;
    throw error;
  }
}
