/** The schemas of kinds, cached. */
import type { JsonSchema } from "@kubewright/schema";

import type { CommentReader } from "../kinds/comment-reader.ts";
import type { KindDeclaration } from "../kinds/find-kinds.ts";
import type { ProblemLog } from "../problem.ts";
import { schemaOfKind } from "./crd.ts";
import { createLibrarySchemas } from "./library-schemas.ts";
import type { LibrarySchemas } from "./library-schemas.ts";
import { mapSchema } from "./map-schema.ts";

export interface KindSchemasOptions {
  readonly read: CommentReader;
  readonly log: ProblemLog;
  /** Leaves out the defaults of built-in types, such as those in a Pod template. Default: false. */
  readonly ownDefaultsOnly?: boolean;
}

/** Returns the complete schema of a kind, with descriptions. Types that it cannot express are reported in the log. */
export function createKindSchemas(options: KindSchemasOptions): (kind: KindDeclaration) => JsonSchema {
  const { read, log, ownDefaultsOnly = false } = options;
  const all = createLibrarySchemas({ generateEmbeddedObjectMeta: false });
  const libraries = ownDefaultsOnly ? withoutDefaults(all) : all;
  const made = new Map<KindDeclaration, JsonSchema>();
  return (kind) => {
    const schema = made.get(kind) ?? schemaOfKind(kind, { libraries, read, log });
    made.set(kind, schema);
    return schema;
  };
}

function withoutDefaults(libraries: LibrarySchemas): LibrarySchemas {
  const stripped = new Map<JsonSchema, JsonSchema>();
  return {
    schemaOf(type) {
      const schema = libraries.schemaOf(type);
      if (schema === undefined) return undefined;
      const known = stripped.get(schema) ?? mapSchema(schema, ({ default: _default, ...rest }) => rest);
      stripped.set(schema, known);
      return known;
    },
  };
}
