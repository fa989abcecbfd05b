// The flags of `make site`.
import { parseArgs } from "node:util";

export interface SiteFlags {
  /** The name of the version and of its folder. Default: "main". */
  readonly version: string;
  /** The address of the repository on its code host, for links to files that are not pages. Default: these links become text. */
  readonly repository?: string;
  /** Whether to serve the website on loopback after the build. */
  readonly serve: boolean;
}

/** @throws {TypeError} if a flag is unknown or its value invalid. */
export function readFlags(args: readonly string[]): SiteFlags {
  const { values } = parseArgs({
    args: [...args],
    options: {
      version: { type: "string", default: "main" },
      repository: { type: "string" },
      serve: { type: "boolean", default: false },
    },
  });
  const { version, repository, serve } = values;
  if (!/^[\w][\w.-]*$/u.test(version)) {
    throw new TypeError(
      `Cannot use --version: "${version}" is invalid, must consist of letters, digits, ".", "-" and "_"`,
    );
  }
  if (repository !== undefined && !URL.canParse(repository)) {
    throw new TypeError(`Cannot use --repository: "${repository}" is invalid, must be a URL`);
  }
  return { version, serve, ...(repository !== undefined && { repository: repository.replace(/\/$/u, "") }) };
}
