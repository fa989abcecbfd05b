/**
 * Messages for errors of the file system. All commands share them: no permission, a file in the place of a folder, a broken
 * link, a full disk.
 */

/**
 * The error in one line that names the path: `Cannot create the folder "/a/b": a part of the path is a file (ENOTDIR)`. `undefined` for
 * any other error.
 */
export function fileSystemProblem(error: unknown): string | undefined {
  if (!isFileSystemError(error)) return undefined;
  const { code, syscall, path, message } = error;
  const action = actions.get(syscall) ?? "work with";
  const reason =
    reasons.get(`${syscall} ${code}`) ??
    reasons.get(code) ??
    /^\w+: (.*?), /.exec(message)?.[1] ??
    "the system rejects it";
  return `Cannot ${action} "${path}": ${reason} (${code})`;
}

interface FileSystemError extends Error {
  readonly code: string;
  readonly syscall: string;
  readonly path: string;
}

function isFileSystemError(error: unknown): error is FileSystemError {
  if (!(error instanceof Error)) return false;
  const { code, syscall, path }: Partial<Record<keyof FileSystemError, unknown>> = error;
  return [code, syscall, path].every((field) => typeof field === "string");
}

const actions: ReadonlyMap<string, string> = new Map([
  ...["open", "read", "scandir", "readlink", "watch"].map((call) => [call, "open"] as const),
  ...["stat", "lstat", "access", "realpath"].map((call) => [call, "look at"] as const),
  ["mkdir", "create the folder"],
  ["mkdtemp", "create the folder"],
  ...["write", "rename", "link", "copyfile", "chmod"].map((call) => [call, "write"] as const),
  ...["unlink", "rmdir", "rm"].map((call) => [call, "remove"] as const),
  ...["spawn", "kill"].map((call) => [call, "run"] as const),
]);

const reasons: ReadonlyMap<string, string> = new Map([
  ["EACCES", "permission denied: expected a path with write permission"],
  ["EPERM", "permission denied: expected a path with write permission"],
  ["EROFS", "the file system is read-only: expected a path with write permission"],
  ["mkdir ENOENT", "the folder above does not exist, or allows no new folders"],
  ["ENOENT", "it does not exist, or a folder or link in its path does not exist"],
  ["EEXIST", "another file exists at this path: move it, or choose another name"],
  ["ENOTDIR", "a part of the path is a file: expected folders"],
  ["EISDIR", "it is a folder: expected a file"],
  ["ELOOP", "the symbolic links in its path form a cycle: expected a file or folder"],
  ["ENAMETOOLONG", "the name is too long"],
  ["ENOSPC", "the disk is full, or no more files can be watched"],
  ["EMFILE", "too many files are open"],
]);
