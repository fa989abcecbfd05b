// The libraries that a kube-apiserver enables, by the version that its expressions must work with.

import type { Environment, EnvironmentOptions } from "./environment.ts";
import { createEnvironment } from "./environment.ts";
import { authorizerLibrary, authorizerSelectorLibrary } from "./libraries/authorizer.ts";
import { formatLibrary } from "./libraries/format.ts";
import type { Library } from "./libraries/library.ts";
import { extendedListLibrary, kubernetesListLibrary, setLibrary } from "./libraries/lists.ts";
import { cidrLibrary, ipLibrary } from "./libraries/network.ts";
import { quantityLibrary } from "./libraries/quantity.ts";
import { regexFunctions } from "./libraries/regex.ts";
import { semverLibrary } from "./libraries/semver.ts";
import { optionalLibrary } from "./libraries/standard.ts";
import { stringLibrary } from "./libraries/strings.ts";
import { twoVariableLibrary } from "./libraries/two-variables.ts";
import { urlLibrary } from "./libraries/url.ts";

/** A library and the minor version of Kubernetes 1 that introduced it. */
interface Introduced {
  readonly minor: number;
  readonly library: Library;
}

const regexLibrary: Library = { name: "kubernetes regex", functions: regexFunctions };

const libraries: readonly Introduced[] = [
  { minor: 23, library: urlLibrary },
  { minor: 23, library: regexLibrary },
  { minor: 23, library: kubernetesListLibrary },
  { minor: 27, library: authorizerLibrary },
  { minor: 28, library: optionalLibrary },
  { minor: 28, library: quantityLibrary },
  { minor: 29, library: stringLibrary },
  { minor: 29, library: setLibrary },
  { minor: 30, library: ipLibrary },
  { minor: 30, library: cidrLibrary },
  { minor: 31, library: formatLibrary },
  { minor: 31, library: authorizerSelectorLibrary },
  { minor: 32, library: twoVariableLibrary },
  { minor: 33, library: semverLibrary },
  { minor: 34, library: extendedListLibrary },
];

/** The oldest supported version. Older ones lack the checks of literals and the string library. */
const oldestMinor = 29;
const newestMinor = 36;

/** Options of `kubernetesEnvironment`. */
export interface KubernetesEnvironmentOptions extends Pick<EnvironmentOptions, "variables" | "structs"> {
  /**
   * Only what this version enables, as `1.34`. A server compiles new expressions for the version before its own, so that it
   * can be rolled back. Default: the newest.
   */
  readonly version?: string;
  /** More libraries, as `jsonPatchLibrary` for mutating policies. */
  readonly libraries?: readonly Library[];
}

/**
 * The environment of a kube-apiserver without any variables.
 *
 * @throws {RangeError} for a version that is not known.
 */
export function kubernetesEnvironment(options: KubernetesEnvironmentOptions = {}): Environment {
  const { version = `1.${newestMinor}`, libraries: more = [], ...rest } = options;
  const minor = Number(/^1\.(\d+)$/.exec(version)?.[1]);
  if (!(minor >= oldestMinor && minor <= newestMinor)) {
    throw new RangeError(`version is "${version}", must be from 1.${oldestMinor} to 1.${newestMinor}`);
  }
  const enabled = libraries.filter((introduced) => introduced.minor <= minor).map(({ library }) => library);
  return createEnvironment({ ...rest, libraries: [...enabled, ...more], isStrict: true });
}
