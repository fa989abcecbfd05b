/** What a role permits: names, selectors, subresources that need two verbs, and bindings to missing roles. */
import { cases, get, post, remove, until } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";

const rbac = "/apis/rbac.authorization.k8s.io/v1";
const core = "/api/v1/namespaces/{{namespace}}";
const maps = `${core}/configmaps`;

interface Rule {
  readonly apiGroups?: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly verbs: readonly string[];
}

function as(user: string): Readonly<Record<string, string>> {
  return { "impersonate-user": user };
}

/** Gives a user these rights in the namespace of the case, then waits until they are in effect. */
function granted(user: string, rules: readonly Rule[]): readonly DifferentialRequest[] {
  const probe = { apiGroups: [""], resources: ["secrets"], resourceNames: ["probe"], verbs: ["get"] };
  const full = [...rules.map((rule) => ({ apiGroups: [""], ...rule })), probe];
  return [
    post(`${rbac}/namespaces/{{namespace}}/roles`, { metadata: { name: user }, rules: full }),
    bound(user, user),
    until(404, get(`${core}/secrets/probe`, as(user))),
  ];
}

function bound(name: string, user: string, kind = "Role"): DifferentialRequest {
  return post(`${rbac}/namespaces/{{namespace}}/rolebindings`, {
    metadata: { name },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind, name },
    subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: user }],
  });
}

const pod = { metadata: { name: "p" }, spec: { containers: [{ name: "c", image: "x" }] } };
const streams = ["exec?command=x&stdout=true", "attach?stdout=true", "portforward?ports=80"];

function connections(name: string, user: string): readonly DifferentialRequest[] {
  return streams.flatMap((stream) => [
    get(`${core}/pods/${name}/${stream}`, as(user)),
    post(`${core}/pods/${name}/${stream}`, "", as(user)),
  ]);
}

const streamResources = ["pods/exec", "pods/attach", "pods/portforward"];

export const rightsCases: readonly DifferentialCase[] = cases("rights", {
  "connections-with-get": [
    post(`${core}/pods`, pod),
    ...granted("ann", [{ resources: streamResources, verbs: ["get"] }]),
    ...connections("p", "ann"),
    ...connections("none", "ann"),
    get(`${core}/pods/p/exec`, as("ann")),
  ],
  "connections-with-create": [
    post(`${core}/pods`, pod),
    ...granted("ben", [{ resources: streamResources, verbs: ["create"] }]),
    ...connections("p", "ben"),
  ],
  "connections-with-both": [
    post(`${core}/pods`, pod),
    ...granted("cid", [
      { resources: streamResources, verbs: ["get"] },
      { resources: ["*/exec"], resourceNames: ["p"], verbs: ["create"] },
      { resources: ["pods/attach", "pods/portforward"], verbs: ["create"] },
    ]),
    ...connections("p", "cid"),
    ...connections("none", "cid"),
  ],
  "connections-with-options-of-others": [
    post(`${core}/pods`, pod),
    ...["p", "none"].flatMap((name) => [
      get(`${core}/pods/${name}/exec?command=x&dryRun=All`),
      post(`${core}/pods/${name}/attach?dryRun=`, ""),
      get(`${core}/pods/${name}/portforward?dryRun=none`),
      get(`${core}/pods/${name}/proxy/x?dryRun=All`),
      get(`${core}/pods/${name}/log?dryRun=All`),
      get(`${core}/pods/${name}/log?resourceVersion=abc`),
      get(`${core}/pods/${name}/exec?command=x&resourceVersion=abc`),
      get(`${core}/pods/${name}/proxy?resourceVersion=999999999999`),
      post(`${core}/pods/${name}/eviction?dryRun=All&resourceVersion=abc`, { metadata: { name } }),
    ]),
    post(`${core}/serviceaccounts/none/token?resourceVersion=abc`, { spec: {} }),
    ...granted("ned", [{ resources: streamResources, verbs: ["get"] }]),
    get(`${core}/pods/p/exec?command=x&dryRun=All`, as("ned")),
  ],
  "connections-and-a-missing-role": [
    post(`${core}/pods`, pod),
    bound("none", "dan"),
    ...granted("dan", [{ resources: streamResources, verbs: ["get"] }]),
    get(`${core}/pods/p/exec?command=x`, as("dan")),
    get(`${core}/pods/p`, as("dan")),
    bound("none-a", "dora", "ClusterRole"),
    until(403, get(maps, as("dora")), "not found"),
  ],
  "names-in-collections": [
    post(maps, { metadata: { name: "one" } }),
    ...granted("eve", [
      {
        resources: ["configmaps"],
        resourceNames: ["one"],
        verbs: ["list", "watch", "get", "delete", "deletecollection"],
      },
    ]),
    get(maps, as("eve")),
    get(`${maps}?fieldSelector=metadata.name=one`, as("eve")),
    get(`${maps}?fieldSelector=metadata.name==one&limit=1`, as("eve")),
    get(`${maps}?fieldSelector=metadata.name=one,metadata.name=two`, as("eve")),
    get(`${maps}?fieldSelector=metadata.name=two,metadata.name=one`, as("eve")),
    get(`${maps}?fieldSelector=metadata.name!=one`, as("eve")),
    get(`${maps}?fieldSelector=metadata.namespace=x,metadata.name=one`, as("eve")),
    get(`${maps}?fieldSelector=metadata.name=one&limit=x`, as("eve")),
    get(`${maps}?fieldSelector=metadata.name=one&timeoutSeconds=`, as("eve")),
    get(`${maps}?fieldSelector=metadata.name=one&labelSelector=(`, as("eve")),
    get(`${maps}?fieldSelector=metadata.name=one,(&limit=x`, as("eve")),
    get(`${maps}?fieldSelector=metadata.name=one&fieldSelector=metadata.name=two`, as("eve")),
    get(`${maps}?watch=1&timeoutSeconds=1&resourceVersion=0&fieldSelector=metadata.name=two`, as("eve")),
    get(`${maps}?watch=1&limit=x&fieldSelector=metadata.name=one`, as("eve")),
    get(`/api/v1/watch/namespaces/{{namespace}}/configmaps?fieldSelector=metadata.name=one`, as("eve")),
    remove(`${maps}?fieldSelector=metadata.name=one`),
  ],
  "names-of-deleted-collections": [
    post(maps, { metadata: { name: "one" } }),
    ...granted("fay", [
      { resources: ["configmaps"], resourceNames: ["one"], verbs: ["delete", "deletecollection", "get"] },
    ]),
    { ...remove(`${maps}?fieldSelector=metadata.name=one`), headers: as("fay") },
    { ...remove(maps), headers: as("fay") },
    get(`${maps}/one`, as("fay")),
    { ...remove(`${maps}/one`), headers: as("fay") },
  ],
  "names-that-are-no-segments": [
    ...granted("gil", [{ resources: ["configmaps"], resourceNames: ["x/y", "..", "a%"], verbs: ["list"] }]),
    get(`${maps}?fieldSelector=metadata.name=x/y`, as("gil")),
    get(`${maps}?fieldSelector=metadata.name=..`, as("gil")),
    get(`${maps}?fieldSelector=metadata.name=a%25`, as("gil")),
  ],
  "empty-name": [
    ...granted("hal", [
      { resources: ["configmaps"], resourceNames: [""], verbs: ["list", "create", "deletecollection"] },
    ]),
    get(maps, as("hal")),
    post(maps, { metadata: { name: "made" } }, as("hal")),
    { ...remove(maps), headers: as("hal") },
  ],
});
