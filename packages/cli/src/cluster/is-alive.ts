/** Whether a process exists. Signal 0 only checks that. */
export function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}
