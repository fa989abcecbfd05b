/** The rows of docs/features.md about the client. */
import type { FeatureGroup } from "./feature.ts";

export const clientFeatures: FeatureGroup = {
  title: "Client",
  features: [
    {
      feature: "Get, list, create, update, patch, delete, deleteAllOf",
      peers: ["yes", "yes", "DSL of fabric8", "`patch` of the handled object"],
      api: {
        client: [
          "Client.get",
          "Client.list",
          "Client.create",
          "Client.update",
          "Client.patch",
          "Client.delete",
          "Client.deleteAllOf",
        ],
      },
      tests: [
        "packages/client/src/client/create-client.test.ts > get() returns the object with its kind, and undefined if the object does not exist",
        "tests/contract/objects.test.ts > get() returns what create() has stored, and undefined for an absent object",
        "tests/contract/lists.test.ts > deleteAllOf() deletes the selected objects only",
      ],
    },
    {
      feature: "Server-side apply",
      peers: ["`Apply`, apply configurations", "`Patch::Apply`", "`serverSideApply`", "no"],
      api: { client: ["Client.apply", "ApplyOptions.force", "upgradeManagedFieldsPatch"], runtime: ["ensureChild"] },
      tests: [
        "tests/contract/apply.test.ts > an apply of a field that another manager owns is an apply conflict, and force takes the field",
        "tests/contract/apply-configurations.test.ts > the fields of a manager are extracted, changed and applied again, and the fields of other managers stay",
        "tests/contract/ensure-child.test.ts > a child that was written with updates is adopted: fields that are no longer desired are removed",
      ],
    },
    {
      feature: "Writes of the status",
      peers: ["`Status()`", "`replace_status`, `patch_status`", "`UpdateControl`", "`patch.status`"],
      api: { client: ["Client.updateStatus", "Client.patchStatus"] },
      tests: [
        "packages/client/src/client/writes.test.ts > patchStatus() sends only the fields that differ, with the version that was read",
        "tests/contract/many-writers-clients.test.ts > patchStatus() of several concurrent operators keeps the fields of each",
      ],
    },
    {
      feature: "Any subresource",
      peers: ["`SubResource(name)`", "scale, eviction, ephemeral containers, generic", "fabric8", "no"],
      api: { client: ["Client.subresource", "SubresourceClient"] },
      tests: ["packages/client/src/client/writes.test.ts > the requests and responses of a subresource have its kind"],
    },
    {
      feature: "Clients with defaults: field owner, field validation, dry run, namespace",
      peers: [
        "`WithFieldOwner`, `WithFieldValidation`, `NewDryRunClient`, `NewNamespacedClient`",
        "per call, `Api::namespaced`",
        "field manager, `inNamespace`",
        "no",
      ],
      api: { client: ["Client.withOptions", "ClientDefaults"] },
      note: "Field validation is Strict by default.",
      tests: [
        "packages/client/src/client/client-layers.test.ts > withOptions() sets the namespace, the field manager, the validation and the dry run of calls that leave them out",
        "packages/client/src/client/client-layers.test.ts > a client that is limited to a namespace rejects keys of another namespace",
      ],
    },
    {
      feature: "Watch",
      peers: ["`NewWithWatch`", "`Api::watch`", "fabric8", "internal"],
      api: { client: ["Client.watch", "WatchEvent"] },
      tests: ["packages/client/src/client/create-client.test.ts > watch() yields typed events without bookmarks"],
    },
    {
      feature: "Reads from the cache, with exceptions, and a reader of the server",
      peers: ["yes, `DisableFor`, `GetAPIReader`", "explicit `Store`", "yes", "no"],
      api: { runtime: ["ClusterCacheOptions.disableFor", "Manager.apiReader", "ReconcileContext.apiReader"] },
      tests: [
        "packages/runtime/src/cluster/cached-client.test.ts > a read returns the object in the cache without a request",
        "packages/runtime/src/cluster/cached-client.test.ts > each read of a kind in disableFor goes to the server",
      ],
    },
    {
      feature: "Patches: merge, strategic, JSON, raw, with an optimistic lock",
      peers: [
        "`MergeFrom`, `StrategicMergeFrom`, `RawPatch`",
        "merge, strategic, JSON",
        "JSON, merge, apply",
        "merge, JSON",
      ],
      api: { client: ["Patch", "ObjectPatchOptions.optimisticLock", "Verbs.patch"] },
      tests: [
        "packages/client/src/client/client-layers.test.ts > a patch with an optimistic lock has the version of the object, as a field or as a test",
        "packages/client/src/verbs/create-verbs.test.ts > each type of patch is sent with its media type",
        "tests/contract/patches.test.ts > a strategic merge patch matches the items of a list by their merge key",
      ],
    },
    {
      feature: "Options of deletes: grace period, preconditions, propagation",
      peers: ["yes", "yes", "yes", "no"],
      api: { client: ["DeleteOptions"] },
      tests: [
        "packages/client/src/client/writes.test.ts > delete() of an object has its uid as precondition, and succeeds if the object is gone",
        "tests/contract/deletion.test.ts > a delete can have a version as precondition",
      ],
    },
    {
      feature: "Options of lists: labels, fields, namespace, limit, continue, version",
      peers: ["yes", "yes", "yes", "no"],
      api: { client: ["ListOptions", "listPages"] },
      tests: [
        "packages/client/src/client/create-client.test.ts > list() reads all pages and sets the kind of each item",
        "packages/client/src/client/create-client.test.ts > list() stops after the limit, over all pages, and requests no page that is not read",
        "tests/contract/lists.test.ts > a list at an exact version has the objects of that version",
      ],
    },
    {
      feature: "Create or update, create or patch, entries",
      peers: ["`CreateOrUpdate`, `CreateOrPatch`", "`Api::entry`", "dependents", "no"],
      api: { client: ["Client.createOrUpdate", "Client.createOrPatch", "Client.entry", "guaranteedUpdate"] },
      tests: [
        "tests/contract/create-or-patch.test.ts > createOrPatch() writes the object and its status, each only if it differs",
        "tests/contract/entries.test.ts > an entry inserts an object that does not exist, and modifies one that does",
        "tests/contract/many-writers-clients.test.ts > createOrUpdate() of 20 concurrent operators keeps the field of each",
      ],
    },
    {
      feature: "Owner references: set, remove, has; controller or plain",
      peers: [
        "`controllerutil`",
        "`controller_owner_ref`, `owner_ref`",
        "by dependents",
        "`adopt`, `append_owner_reference`",
      ],
      api: {
        apimachinery: ["setControllerReference", "setOwnerReference", "removeOwnerReference", "hasOwnerReference"],
      },
      tests: [
        "packages/apimachinery/src/object/owner-reference.test.ts > setControllerReference() adds the controller and keeps the object if it is that already",
        "packages/apimachinery/src/object/owner-reference.test.ts > an object has one controller: a second one is an AlreadyOwnedError that names the first",
      ],
    },
    {
      feature: "Finalizers: add, remove, contains",
      peers: ["`controllerutil`", "within its helper", "`addFinalizer`, `Cleaner`", "by itself"],
      api: {
        apimachinery: ["addFinalizer", "removeFinalizer", "hasFinalizer"],
        runtime: ["ensureFinalizer", "releaseFinalizer"],
      },
      tests: [
        "packages/runtime/src/finalizer/finalizer.test.ts > ensureFinalizer() adds the finalizer once, and keeps other finalizers",
        "tests/contract/many-writers-clients.test.ts > finalizers that 20 operators add and remove concurrently are all added and all removed",
      ],
    },
    {
      feature: "Absent objects are not errors",
      peers: ["`IgnoreNotFound`, `IgnoreAlreadyExists`", "`get_opt`", "`null`", "no"],
      api: { client: ["Client.get"], apimachinery: ["isNotFound", "isAlreadyExists"] },
      note: "`get` returns `undefined`, and a delete of an absent object succeeds.",
      tests: [
        "packages/client/src/client/create-client.test.ts > get() returns the object with its kind, and undefined if the object does not exist",
        "tests/contract/deletion.test.ts > an object without finalizers is deleted immediately, and a second delete gets 404",
      ],
    },
    {
      feature: "Retries of requests",
      peers: ["client-go", "`RetryPolicy`", "10 attempts", "`error_backoffs`"],
      api: { client: ["RetryPolicy", "createRequestBudget"] },
      tests: [
        "packages/client/src/verbs/lanes.test.ts > with readFailures, a read is retried after the backoff, and an update with an unknown outcome is not",
        "packages/client/src/verbs/create-verbs.test.ts > a request that gets 429 or 503 with Retry-After is retried after this time, a bounded number of times",
      ],
    },
    {
      feature: "Logs, exec, attach, port forwarding, copies",
      peers: ["no: client-go", "yes", "yes", "no"],
      api: { client: ["logs", "exec", "attach", "startPortForward", "copyFromContainer", "copyToContainer"] },
      tests: [
        "packages/client/src/pods/exec.test.ts > exec() sends the command, the input and its end, and collects output and exit code",
        "packages/client/src/pods/port-forward.test.ts > startPortForward() forwards each connection to a local port of the loopback interface",
        "packages/client/src/pods/logs.test.ts > leaving the loop over a followed log ends the request on the server",
        "packages/client/src/pods/copy.test.ts > an archive that is copied from one directory and to another has the same files",
      ],
    },
    {
      feature: "Warnings of the API server in the log",
      peers: ["`KubeAPIWarningLogger`", "no", "no", "no"],
      api: { telemetry: ["createLogObserver"], client: ["ClientObserver.warned"] },
      tests: [
        "packages/telemetry/src/log/log-observers.test.ts > each warning of the API server is logged once, and the memory for them is bounded",
      ],
    },
    {
      feature: "Client for tests",
      peers: ["fake client", "no: mock of tower", "mock server of fabric8", "no: separate package"],
      api: { "client/testing": ["createFakeClient", "createMemoryApiServer"] },
      note: "An API server in memory; `envtest` starts one with schemas and admission.",
      tests: [
        "tests/contract/memory-api-server.test.ts > %s: the answers equal those of the server under test",
        "packages/client/src/testing/memory-api-server.test.ts > an interceptor receives the response and can write first, so that an update conflicts",
        "packages/client/src/testing/fake-client.test.ts > a reactor returns a response, throws an error, or passes the action to the server; the last reactor is called first",
      ],
    },
    {
      feature: "Interceptors of requests",
      peers: ["`interceptor`, 15 methods", "layers of tower", "no", "no"],
      api: { client: ["Client.intercept", "ClientInterceptor"] },
      tests: [
        "packages/client/src/client/client-layers.test.ts > intercept() receives each request of composed calls, and may return its result",
      ],
    },
    {
      feature: "CEL rules of a type checked in the program",
      peers: ["no", "`#[kube(cel)]`, `validate_cel`", "no", "no"],
      api: { cel: ["createRuleValidator", "RuleValidator.validate"] },
      note: "With the schema of the CRD",
      tests: [
        "packages/cel/src/rules/rule-validator.test.ts > Errors of a value that an update leaves unchanged are warnings, and those of transition rules stay errors",
        "packages/cel/src/rules/rule-validator.test.ts > Rules of fields and entries named like members of Object apply to own keys alone",
      ],
    },
    {
      feature: "Waits for conditions",
      peers: ["no", "`await_condition`, eight conditions, `and`, `or`, `not`", "waits, expectations", "no"],
      api: { client: ["waitFor", "hasCondition", "isPodReady", "isDeleted", "and"] },
      tests: [
        "packages/client/src/wait/wait-for.test.ts > waitFor() resolves with the object when it is created, changed and deleted, and ignores other objects",
        "packages/client/src/wait/conditions.test.ts > and(), or() and not() combine conditions and their names",
      ],
    },
  ],
};
