/** Folders of a cache that several processes share: a new folder appears as a whole, and folders in use are kept. */
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";

/**
 * The folders that are kept, the most recently used first. Several checkouts can have one `node_modules`, and a run of tests uses a folder for
 * minutes, in which other runs may add folders.
 */
export const foldersMax = 6;

/**
 * Returns the folder `name` of `cache`, which `write` fills if it does not exist yet. Deletes the folders that have not been used for the longest
 * time, those of interrupted runs included.
 */
export async function cachedFolder(
  cache: string,
  name: string,
  write: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(cache, name);
  if (isUsed(folder)) return folder;

  mkdirSync(cache, { recursive: true });
  const written = mkdtempSync(join(cache, "new-"));
  try {
    await write(written);
    renameSync(written, folder);
  } catch (error) {
    rmSync(written, { recursive: true, force: true });
    if (!isUsed(folder)) throw error; // Otherwise another process has written the folder meanwhile.
  }
  for (const unused of byLastUse(cache).slice(foldersMax))
    rmSync(join(cache, unused), { recursive: true, force: true });
  return folder;
}

/** Whether the folder exists. If so, records its use as its modification time. */
function isUsed(folder: string): boolean {
  try {
    const now = new Date();
    utimesSync(folder, now, now);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
}

function byLastUse(cache: string): readonly string[] {
  return readdirSync(cache)
    .map((name) => ({ name, usedAt: statSync(join(cache, name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .toSorted((left, right) => right.usedAt - left.usedAt)
    .map(({ name }) => name);
}
