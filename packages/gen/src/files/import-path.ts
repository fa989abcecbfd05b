/** The import path of a file, relative to a folder. */
import { directoryOf, nameOf } from "./join-path.ts";

/** `../api/v1/types.ts`: both paths are absolute. */
export function importPath(folder: string, file: string): string {
  const [from, to] = [folder.split("/"), directoryOf(file).split("/")];
  const common = from.findIndex((part, index) => part !== to[index]);
  const shared = common === -1 ? from.length : common;
  const up = from.slice(shared).map(() => "..");
  const path = [...(up.length > 0 ? up : ["."]), ...to.slice(shared), nameOf(file)];
  return path.join("/");
}
