// Every place of kube-apiserver's validation has a state: reached by a case, accepted as not reached, or open.
import { expect, test } from "vitest";
import { caseGroups } from "../cases/all-cases.ts";
import { concerns, validationDeviations } from "./deviations/all-deviations.ts";
import { validationPage } from "./page.ts";
import { readReached, readSites } from "./sites.ts";

const sites = await readSites();
const reachedByGroup = await readReached();
const reached = new Set([...reachedByGroup.values()].flatMap((ids) => [...ids]));

test("docs/internals/validation.md is up to date", async () => {
  const page = validationPage(sites, reached);

  await expect(page).toMatchFileSnapshot("../../../docs/internals/validation.md");
});

test("every deviation names a place of the source that no case reaches", () => {
  const idle = validationDeviations.filter((deviation) => {
    const named = sites.filter(({ id }) => concerns(deviation, id));
    return named.length === 0 || named.some(({ id }) => reached.has(id));
  });

  expect(idle).toEqual([]);
});

test("the recorded coverage names existing groups and places only", () => {
  const ids = new Set(sites.map(({ id }) => id));

  const unknown = [...reached].filter((id) => !ids.has(id));
  const gone = [...reachedByGroup.keys()].filter((group) => !Object.hasOwn(caseGroups, group));

  expect(unknown).toEqual([]);
  expect(gone).toEqual([]);
});
