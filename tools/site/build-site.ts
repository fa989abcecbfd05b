// `make site`: builds the website of this checkout into site/dist. The folder of each version is complete by itself and works below any path.
import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { filesMatching, readSource, root } from "../source/workspace.ts";
import { deadLinksOf } from "./dead-links.ts";
import { readFlags } from "./flags.ts";
import { navigationOf, withReference } from "./navigation.ts";
import { pageOf } from "./pages.ts";
import { generateReference } from "./reference.ts";
import { withRelativeLinks } from "./relative-links.ts";
import { pagePatterns, referenceFolder } from "./routes.ts";
import { serveFolder } from "./serve-folder.ts";
import { missingPage, withVersion } from "./versions.ts";

const flags = readFlags(process.argv.slice(2), process.env);
const { version, repository } = flags;
const site = path.join(root, "site");
const dist = path.join(site, "dist");
const output = path.join(dist, version);

writeContent();
buildPages();
makeRelative();
checkLinks();
listVersion();
process.stdout.write(`Built ${path.relative(root, output)}\n`);
if (flags.serve) await serveFolder(dist);

/** Writes the pages and their navigation where the generator reads them. */
function writeContent(): void {
  rmSync(path.join(site, ".generated"), { recursive: true, force: true });
  generateReference();
  const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
  const exists = (file: string): boolean => existsSync(path.join(root, file));
  const at =
    repository === undefined ? {} : { addressOfFile: (file: string) => `${repository}/blob/${version}/${file}` };
  for (const file of filesMatching(...pagePatterns, `${referenceFolder}/**/*.md`)) {
    const page = pageOf(readSource(file), { exists, read, ...at });
    const target = path.join(site, ".generated/content", `${page.route}.md`);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, page.text);
  }
  const navigation = withReference(navigationOf(readSource("docs/README.md"), read));
  writeFileSync(path.join(site, ".generated/navigation.json"), JSON.stringify(navigation));
}

function buildPages(): void {
  const env = {
    ...process.env,
    ASTRO_TELEMETRY_DISABLED: "1",
    SITE_OUTPUT: output,
    SITE_VERSION: version,
    SITE_REPOSITORY: repository ?? "",
  };
  const program = path.join(site, "node_modules/astro/bin/astro.mjs");
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, "build"], {
    cwd: site,
    env,
    encoding: "utf8",
  });
  if (status === 0) return;
  process.stderr.write(`${stdout}${stderr}Cannot build the website: astro ended with ${status}\n`);
  process.exit(1);
}

function makeRelative(): void {
  for (const file of globSync("**/*.html", { cwd: output })) {
    const target = path.join(output, file);
    writeFileSync(target, withRelativeLinks(file.split(path.sep).join("/"), readFileSync(target, "utf8")));
  }
}

function checkLinks(): void {
  const pages = globSync("**/*.html", { cwd: output }).map((file) => ({
    path: file.split(path.sep).join("/"),
    text: readFileSync(path.join(output, file), "utf8"),
  }));
  const dead = deadLinksOf(pages, (file) => existsSync(path.join(output, file)));
  if (dead.length === 0) return;
  process.stderr.write(`${dead.join("\n")}\nCannot build the website: ${dead.length} links lead nowhere\n`);
  process.exit(1);
}

/** Adds the version to the menu. The root of the website leads to the first version. */
function listVersion(): void {
  const list = path.join(dist, "versions.json");
  const before = existsSync(list) ? (JSON.parse(readFileSync(list, "utf8")) as readonly string[]) : []; // Written below.
  const versions = withVersion(before, version);
  writeFileSync(list, `${JSON.stringify(versions)}\n`);
  const first = versions[0] ?? version;
  // Hosts such as GitHub Pages serve the file at the root for every missing address.
  writeFileSync(path.join(dist, "404.html"), missingPage(first));
  writeFileSync(
    path.join(dist, "index.html"),
    `<!doctype html><meta charset="utf-8"><title>Kubewright</title><meta http-equiv="refresh" content="0; url=${first}/index.html"><a href="${first}/index.html">Kubewright</a>\n`,
  );
}
