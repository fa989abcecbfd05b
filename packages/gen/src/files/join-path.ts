/** Paths with `/` on every operating system, as the compiler and the artifacts use them. */

/** `path` relative to the folder `base`, with `.` and `..` resolved and without a trailing slash. An absolute `path` stays absolute. */
export function joinPath(base: string, path: string): string {
  const whole = path.startsWith("/") || /^[A-Za-z]:\//.test(path) ? path : `${base}/${path}`;
  const parts: string[] = [];
  for (const part of whole.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && (part !== "" || parts.length === 0)) parts.push(part);
  }
  return parts.join("/");
}

/** The folder of a path. */
export function directoryOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0));
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The import path of a file, relative to a folder: `../api/v1/types.ts`. Both paths are absolute. */
export function importPath(folder: string, file: string): string {
  const [from, to] = [folder.split("/"), directoryOf(file).split("/")];
  const common = from.findIndex((part, index) => part !== to[index]);
  const shared = common === -1 ? from.length : common;
  const up = from.slice(shared).map(() => "..");
  const path = [...(up.length > 0 ? up : ["."]), ...to.slice(shared), nameOf(file)];
  return path.join("/");
}
