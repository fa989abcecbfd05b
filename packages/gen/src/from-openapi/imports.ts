// What one generated file takes from others. Names are asked for while its declarations are written, and the imports are
// what was asked for; a name that the file has itself is imported under another one.

import type { ApiModel, ModuleModel } from "./model.ts";
import { metaModule } from "./model.ts";
import { byText, identifierOf } from "./names.ts";

/** Collects what a file takes from others while its declarations are written. */
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

  /** How the file calls a definition: by its own name, by an imported one, or, if it is but a text, `string`. */
  nameOf(definition: string): string {
    const home = this.#model.modules.find(({ definitions }) => definitions.some(({ name }) => name === definition));
    const found = home?.definitions.find(({ name }) => name === definition);
    if (home === undefined || found === undefined) {
      throw new TypeError(`Cannot name the definition "${definition}": no document has it`);
    }
    const { typeName } = found;
    if (home.path === metaModule) {
      if (this.#apimachineryTypes.has(typeName)) return this.apimachinery(typeName);
      // Times are texts on the wire, and a name of their own would only hide that.
      if (found.schema.type === "string") return "string";
    }
    if (home.path === this.#module.path) return typeName;
    const local = this.#own.has(typeName) ? identifierOf(`/${home.path}/${typeName}`) : typeName;
    return this.#take(`../${home.path}.ts`, typeName, local);
  }

  /** How the file calls a type of `@kubewright/apimachinery`. */
  apimachinery(name: string): string {
    // In meta/v1 every name of its own is re-exported from apimachinery, so it cannot clash.
    const local = this.#own.has(name) && this.#module.path !== metaModule ? `Meta${name}` : name;
    return this.#take("@kubewright/apimachinery", name, local);
  }

  /** The import statements for all that was named. */
  lines(): string {
    return (
      [...this.#taken]
        // Packages before files of our own: "@" sorts after ".".
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
