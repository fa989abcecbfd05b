// The imports of one generated file. Names are requested while its declarations are written, and the requested names are
// imported; a name that the file itself declares is imported under another name.

import type { ApiModel, ModuleModel } from "./model.ts";
import { metaModule } from "./model.ts";
import { byText, identifierOf } from "./names.ts";

/** Collects the imports of a file while its declarations are written. */
export class Imports {
  readonly #module: ModuleModel;
  readonly #model: ApiModel;
  readonly #apimachineryTypes: ReadonlySet<string>;
  readonly #own: ReadonlySet<string>;
  /** Import specifiers by the module they come from. */
  readonly #taken = new Map<string, Set<string>>();

  constructor(module: ModuleModel, model: ApiModel, apimachineryTypes: ReadonlySet<string>) {
    this.#module = module;
    this.#model = model;
    this.#apimachineryTypes = apimachineryTypes;
    this.#own = new Set(module.definitions.map(({ typeName }) => typeName));
  }

  /** The name of a definition in the file: its own name, an imported name, or `string` for a definition that is a string. */
  nameOf(definition: string): string {
    const home = this.#model.modules.find(({ definitions }) => definitions.some(({ name }) => name === definition));
    const found = home?.definitions.find(({ name }) => name === definition);
    if (home === undefined || found === undefined) {
      throw new TypeError(`Cannot name the definition "${definition}": it is in no document`);
    }
    const { typeName } = found;
    if (home.path === metaModule) {
      if (this.#apimachineryTypes.has(typeName)) return this.apimachinery(typeName);
      // Times are strings on the wire; a named type would only hide that.
      if (found.schema.type === "string") return "string";
    }
    if (home.path === this.#module.path) return typeName;
    const local = this.#own.has(typeName) ? identifierOf(`/${home.path}/${typeName}`) : typeName;
    return this.#take(`../${home.path}.ts`, typeName, local);
  }

  /** The name of a type of `@kubewright/apimachinery` in the file. */
  apimachinery(name: string): string {
    // meta/v1 re-exports all these names from apimachinery, so they cannot clash.
    const local = this.#own.has(name) && this.#module.path !== metaModule ? `Meta${name}` : name;
    return this.#take("@kubewright/apimachinery", name, local);
  }

  /** The import statements for all requested names. */
  lines(): string {
    return (
      [...this.#taken]
        // Packages before files of this package: "@" sorts after ".".
        .sort(([a], [b]) => byText(b.slice(0, 1), a.slice(0, 1)) || byText(a, b))
        .map(([from, names]) => `import type { ${[...names].sort(byText).join(", ")} } from "${from}";`)
        .join("\n")
    );
  }

  #take(from: string, name: string, local: string): string {
    const names = this.#taken.get(from) ?? new Set();
    this.#taken.set(from, names);
    names.add(name === local ? name : `${name} as ${local}`);
    return local;
  }
}
