/** The groups of cases about HTTP and the common behaviour of all resources. */
import type { CaseGroups } from "../../record.ts";
import { discoveryCases } from "./discovery.ts";
import { headerCases } from "./headers.ts";
import { openApiCases } from "./openapi.ts";
import { pathFormCases } from "./path-forms.ts";
import { pathCases } from "./paths.ts";
import { queryCases } from "./query.ts";
import { statusCases } from "./statuses.ts";
import { subresourceCases } from "./subresources.ts";

export const httpGroups: CaseGroups = {
  http: headerCases,
  path: pathCases,
  "path-form": pathFormCases,
  discovery: discoveryCases,
  openapi: openApiCases,
  query: queryCases,
  status: statusCases,
  subresource: subresourceCases,
};
