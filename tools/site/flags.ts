// The flags of `make site`.
import { parseArgs } from "node:util";

export interface SiteFlags {
  /** The name of the version and of its folder. Default: "main". */
  readonly version: string;
  /**
   * The address of the repository on its code host: for links to the source, to issues, and to files that are not pages. Default: that of the workflow
   * that runs this, otherwise none, and links to files become text.
   */
  readonly repository?: string;
  /** Whether to serve the website on loopback after the build. */
  readonly serve: boolean;
}

/**
 * @param env GitHub Actions sets the default of `--repository` in it.
 * @throws {TypeError} if a flag is unknown or its value invalid.
 */
export function readFlags(args: readonly string[], env: Readonly<Record<string, string | undefined>>): SiteFlags {
  const { values } = parseArgs({
    args: [...args],
    options: {
      version: { type: "string", default: "main" },
      repository: { type: "string" },
      serve: { type: "boolean", default: false },
    },
  });
  const { version, repository = repositoryOf(env), serve } = values;
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

function repositoryOf({
  GITHUB_SERVER_URL: host,
  GITHUB_REPOSITORY: name,
}: Readonly<Record<string, string | undefined>>): string | undefined {
  return host === undefined || name === undefined ? undefined : `${host}/${name}`;
}
