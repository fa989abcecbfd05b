import assert from "node:assert/strict";
import { test } from "vitest";

import { pluralize } from "./pluralize.ts";

// The plurals of controller-gen v0.23, including its odd ones: a resource must not change its name when its type moves from Go.
const plurals = [
  "MyJob myjobs|Policy policies|Gateway gateways|Ingress ingresses|Mesh meshes|Proxy proxies|Matrix matrices|Analysis analyses",
  "Metadata metadata|Endpoints endpoints|Kubernetes kubernetes|Canvas canvas|DNS dnses|Status statuses|Cache caches|Alias aliases",
  "Database databases|Index indices|Vertex vertices|Axis axes|Basis bases|Thesis theses|Radius radii|Corpus corpora|Focus foci",
  "Leaf leaves|Shelf shelves|Life lives|Roof roofs|Chief chiefs|Hero heroes|Photo photos|Piano pianos|Video videoes|Info infoes",
  "Person people|DataMan datamen|Child children|Box boxes|Ox oxen|Quiz quizzes|Money money|Price price|Lambda lambda|Schema schemas",
  "Datum data|Medium media|Criterion criteria|Maximum maxima|Stadium stadiums|Album albums|HTTPRoute httproutes|Foo3 foo3s",
].flatMap((line) => line.split("|"));

test.each(plurals)("pluralize(): %s", (pair) => {
  const [kind = "", plural] = pair.split(" ");

  assert.equal(pluralize(kind), plural);
});
