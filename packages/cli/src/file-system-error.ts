/**
 * What the file system refuses, in words for a person. Whatever a command does with files can fail in the same few ways (no rights, a file where a
 * folder should be, a link that leads nowhere, a full disk), so all of it is told of in one place.
 */

/**
 * What went wrong, in one line that names the path: `Cannot make the folder "/a/b": a file is in the way (EEXIST)`. `undefined` for
 * any other error.
 */
export function fileSystemProblem(error: unknown): string | undefined {
  if (!isFileSystemError(error)) return undefined;
  const { code, syscall, path, message } = error;
  const action = actions.get(syscall) ?? "work with";
  const reason = reasons.get(code) ?? /^\w+: (.*?), /.exec(message)?.[1] ?? "the system refuses it";
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
  ["mkdir", "make the folder"],
  ["mkdtemp", "make the folder"],
  ...["write", "rename", "copyfile", "chmod"].map((call) => [call, "write"] as const),
  ...["unlink", "rmdir", "rm"].map((call) => [call, "remove"] as const),
  ...["spawn", "kill"].map((call) => [call, "run"] as const),
]);

const reasons: ReadonlyMap<string, string> = new Map([
  ["EACCES", "you have no right to: expected a place of yours"],
  ["EPERM", "you have no right to: expected a place of yours"],
  ["EROFS", "nothing can be written there: expected a place of yours"],
  ["ENOENT", "it is not there, or a folder or link on the way to it leads nowhere"],
  ["EEXIST", "something else is in the way: expected another name, or that it is moved"],
  ["ENOTDIR", "a part of the path is a file: expected folders"],
  ["EISDIR", "it is a folder: expected a file"],
  ["ELOOP", "a link on the way to it leads back to itself: expected a file or folder"],
  ["ENAMETOOLONG", "the name is too long"],
  ["ENOSPC", "the disk is full, or no more files can be watched"],
  ["EMFILE", "too many files are open"],
]);
