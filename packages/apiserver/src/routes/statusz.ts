/** The page `/statusz`: the start time of the server, its versions, and paths for debugging. */
import type { Clock, Random } from "@kubewright/async";
import { versionInfo } from "../discovery/version.ts";
import type { ZPage } from "./z-pages.ts";
import { randomSeparator } from "./z-pages.ts";

export interface StatusSource {
  readonly clock: Clock;
  readonly random: Random;
  /** When the server started, in milliseconds since the Unix epoch. */
  readonly startedAt: number;
  /** All paths that the server serves. */
  readonly paths: () => readonly string[];
}

/** The page of a server. */
export function statuszPage(source: StatusSource): ZPage {
  return { kind: "Statusz", text: () => statusText(source), fields: () => statusFields(source) };
}

/** In the order of kube-apiserver's JSON. */
function statusFields({ clock, startedAt, paths }: StatusSource): StatusFields {
  const { goVersion, gitVersion, emulationMajor, emulationMinor } = versionInfo();
  const startSeconds = Math.floor(startedAt / 1000);
  return {
    startTime: new Date(startSeconds * 1000).toISOString().replace(".000Z", "Z"),
    uptimeSeconds: Math.max(0, Math.floor(clock.wallTime() / 1000 - startSeconds)),
    goVersion,
    binaryVersion: gitVersion.replace(/^v/u, ""),
    emulationVersion: `${emulationMajor}.${emulationMinor}`,
    paths: debuggingPaths(paths()),
  };
}

interface StatusFields {
  readonly startTime: string;
  readonly uptimeSeconds: number;
  readonly goVersion: string;
  readonly binaryVersion: string;
  readonly emulationVersion: string;
  readonly paths: readonly string[];
}

function statusText(source: StatusSource): string {
  const { startTime, uptimeSeconds, goVersion, binaryVersion, emulationVersion, paths } = statusFields(source);
  const separator = randomSeparator(source.random);
  const lines = [
    ["Started", unixDate(new Date(startTime))],
    ["Up", uptime(uptimeSeconds)],
    ["Go version", goVersion],
    ["Binary version", binaryVersion],
    ["Emulation version", emulationVersion],
    ["Paths", paths.join(" ")],
  ];
  return `\n${lines.map(([name, value]) => `${name}${separator} ${value}\n`).join("")}`;
}

const days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The format of `date`, in UTC. */
function unixDate(time: Date): string {
  const clock = time.toISOString().slice(11, 19);
  const day = String(time.getUTCDate()).padStart(2, " ");
  return `${days[time.getUTCDay()]} ${months[time.getUTCMonth()]} ${day} ${clock} UTC ${time.getUTCFullYear()}`;
}

function uptime(seconds: number): string {
  const twoDigits = (value: number): string => String(value).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  return `${Math.floor(minutes / 60)} hr ${twoDigits(minutes % 60)} min ${twoDigits(seconds % 60)} sec`;
}

const otherRoots: ReadonlySet<string> = new Set(["", "api", "apis", "openid", "openapi", ".well-known"]);

/** The first segments of the paths, without those of APIs and documents. */
function debuggingPaths(paths: readonly string[]): readonly string[] {
  const roots = new Set(paths.map((path) => path.split("/")[1] ?? ""));
  return [...roots]
    .filter((root) => !otherRoots.has(root))
    .map((root) => `/${root}`)
    .sort();
}
