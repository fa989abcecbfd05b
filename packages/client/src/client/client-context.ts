// What the methods of one client share.

import type { RestMapper } from "../discovery/rest-mapper.ts";
import type { Verbs } from "../verbs/verbs.ts";

export interface ClientContext {
  readonly raw: Verbs;
  readonly mapper: RestMapper;
  /** The default field manager of writes. */
  readonly fieldManager: string | undefined;
}
