/** Work that ends early when the controller stops. */

/** Whether `work` has completed before one of the signals was aborted. Rejects with its error otherwise. */
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
