/** Reads PROJECT. All names in the result are checked, so that templates can use them without escaping. */
import { LineCounter, parseDocument } from "yaml";

import { CommandError } from "../io.ts";
import { fieldsOf } from "./fields.ts";
import type { Fields } from "./fields.ts";
import { checkName } from "./names.ts";
import type { NameKind } from "./names.ts";
import { isSameKind, layout } from "./project.ts";
import type { Project, Resource, ResourceWebhooks } from "./project.ts";

/** The name of the file, in the project's folder. */
export const projectFile = "PROJECT";

/** The maximum size. A PROJECT file has a few lines for each resource. */
const lengthMax = 1024 * 1024;

/**
 * Parses the content of a PROJECT file.
 *
 * @throws {CommandError} that names the field, its value and what was expected; for the layout of another tool, it names the tool.
 */
export function readProject(text: string): Project {
  const fields = fieldsOf(parse(text), "", projectFile);
  checkLayout(fields);
  const version = fields.value("version");
  if (version !== "3") {
    throw new CommandError(
      `Cannot use version of PROJECT: it is ${JSON.stringify(version) ?? "missing"}: expected "3"`,
    );
  }
  const resources = (fields.objects("resources") ?? []).map((each) => readResource(each));
  const twice = resources.find((each, index) => resources.findIndex((other) => isSameKind(each, other)) !== index);
  if (twice)
    throw new CommandError(
      `Cannot use PROJECT: ${twice.kind} ${twice.version} occurs twice: expected each version once`,
    );
  const projectName = name("project name", fields, "projectName");
  if (projectName === undefined) throw new CommandError("Cannot use projectName of PROJECT: it is missing");
  return {
    version,
    layout: layoutIn(fields),
    projectName,
    ...defined({
      cliVersion: fields.text("cliVersion"),
      domain: name("domain", fields, "domain"),
      repo: name("repo", fields, "repo"),
      multigroup: fields.flag("multigroup"),
      namespaced: fields.flag("namespaced"),
    }),
    resources,
    ...pluginsIn(fields),
  };
}

function parse(text: string): unknown {
  if (text.length > lengthMax) throw new CommandError("Cannot read PROJECT: it is larger than 1 MiB");
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { schema: "core", uniqueKeys: true, lineCounter, prettyErrors: false });
  const [problem] = document.errors;
  if (problem) {
    const { line } = lineCounter.linePos(problem.pos[0]);
    throw new CommandError(`Cannot read PROJECT: line ${line}: ${problem.message}`);
  }
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch (error) {
    throw new CommandError("Cannot read PROJECT: it has aliases (*name): write the values", { cause: error });
  }
}

/** The projects of kubebuilder have the same file, so that the error for them is specific. */
function checkLayout(fields: Fields): void {
  const layouts = layoutIn(fields);
  const foreign = layouts.find((each) => each.startsWith("go.kubebuilder.io/") || each.startsWith("go/"));
  if (foreign !== undefined) {
    throw new CommandError(
      `Cannot use PROJECT: its layout is ${JSON.stringify(foreign)}: this is a Go project of kubebuilder: expected ${JSON.stringify(layout)}`,
    );
  }
  if (!layouts.includes(layout)) {
    throw new CommandError(
      `Cannot use layout of PROJECT: it is ${JSON.stringify(layouts)}: expected a list with ${JSON.stringify(layout)}`,
    );
  }
  for (const each of layouts) checkName("plugin", each, "layout of PROJECT");
}

/** In old files the layout is one string. */
function layoutIn(fields: Fields): readonly string[] {
  const value = fields.value("layout");
  return typeof value === "string" ? [value] : (fields.texts("layout") ?? []);
}

function readResource(fields: Fields): Resource {
  const version = name("version", fields, "version");
  const kind = name("kind", fields, "kind");
  if (version === undefined || kind === undefined) {
    throw new CommandError(`Cannot use ${fields.where}: expected a version and a kind`);
  }
  const api = fields.object("api");
  const webhooks = fields.object("webhooks");
  const controllers = fields.objects("controllers")?.map((each) => name("controller name", each, "name") ?? "");
  // kubebuilder may list the default controller of the kind with the others.
  const regular = kind.toLowerCase();
  const further = controllers?.filter((each) => each !== regular && each !== "").map((each) => ({ name: each })) ?? [];
  return {
    version,
    kind,
    ...defined({
      group: name("group", fields, "group"),
      domain: name("domain", fields, "domain"),
      plural: name("plural", fields, "plural"),
      path: name("path", fields, "path"),
      core: fields.flag("core"),
      external: fields.flag("external"),
      module: name("module", fields, "module"),
      api: api && {
        crdVersion: v1(api, "crdVersion"),
        ...defined({ namespaced: api.flag("namespaced"), ssa: api.flag("ssa") }),
      },
      controller: controllers?.includes(regular) === true ? true : fields.flag("controller"),
      controllers: further.length > 0 ? further : undefined,
      webhooks: webhooks && readWebhooks(webhooks),
    }),
  };
}

function readWebhooks(fields: Fields): ResourceWebhooks {
  const spoke = fields.texts("spoke")?.map((each) => checkName("version", each, `spoke in ${fields.where}`));
  return {
    webhookVersion: v1(fields, "webhookVersion"),
    ...defined({
      defaulting: fields.flag("defaulting"),
      validation: fields.flag("validation"),
      conversion: fields.flag("conversion"),
      spoke,
      defaultingPath: name("webhook path", fields, "defaultingPath"),
      validationPath: name("webhook path", fields, "validationPath"),
    }),
  };
}

function v1(fields: Fields, field: string): "v1" {
  const found = fields.text(field);
  if (found === "v1") return found;
  throw new CommandError(
    `Cannot use ${field} in ${fields.where}: it is ${JSON.stringify(found) ?? "missing"}: expected "v1"`,
  );
}

function name(kind: NameKind, fields: Fields, field: string): string | undefined {
  const found = fields.text(field);
  return found === undefined || found === "" ? undefined : checkName(kind, found, `${field} in ${fields.where}`);
}

function pluginsIn(fields: Fields): Pick<Project, "plugins"> {
  const plugins = fields.value("plugins");
  if (plugins === undefined || plugins === null) return {};
  fields.object("plugins"); // Throws if it is not an object.
  return { plugins: Object.fromEntries(Object.entries(plugins)) };
}

/** The object without undefined fields. */
function defined<T extends object>(object: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // `fromEntries` loses the types of the fields.
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
