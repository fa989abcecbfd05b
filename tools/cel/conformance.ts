// Writes `packages/cel/conformance.md`:
//
//	node --conditions=source tools/cel/conformance.ts

import { writeFileSync } from "node:fs";
import { conformanceReport } from "./conformance-report.ts";

writeFileSync(new URL("../../packages/cel/conformance.md", import.meta.url), conformanceReport());
