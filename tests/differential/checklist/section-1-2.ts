// Section 1.2, requirements of the server: non-resource paths, and unknown paths.
import type { ChecklistSection } from "./line.ts";

export const section: ChecklistSection = {
  number: "1.2",
  title: "Paths",
  lines: [
    {
      id: "1.2/version",
      priority: "P0",
      text: "/version returns a semantic version and build information",
      cases: ["path-version"],
      tests: ["tests/contract/discovery.test.ts > /version has a version that parses"],
    },
    {
      id: "1.2/health",
      priority: "P0",
      text: "Health checks respond with ok to every client",
      cases: ["path-health"],
      tests: ["packages/apiserver/src/api-server.test.ts > only health and version are served to anonymous users"],
    },
    {
      id: "1.2/health-verbose",
      priority: "P1",
      text: "Health checks list their checks with verbose, skip excluded checks, and can be requested one by one",
      cases: ["path-health-single"],
      tests: [
        "packages/apiserver/src/routes/routes.test.ts > a verbose health check lists its checks and skips excluded ones; an unknown check is not found",
      ],
    },
    {
      id: "1.2/not-ready",
      priority: "P1",
      text: "A server that shuts down is not ready, but still responds",
      tests: [
        "packages/apiserver/src/routes/routes.test.ts > a server that shuts down is not ready, and still serves requests",
      ],
    },
    {
      id: "1.2/root",
      priority: "P0",
      text: "The root lists every path in order",
      tests: [
        "tests/contract/connections.test.ts > the root lists every path in order",
        "packages/apiserver/src/routes/routes.test.ts > / lists all paths in order",
      ],
    },
    {
      id: "1.2/classic",
      priority: "P0",
      text: "Versions, groups and resources have separate documents",
      cases: ["discovery-core", "discovery-apps", "discovery-batch", "discovery-custom"],
      tests: ["tests/contract/discovery.test.ts > the core group and all other groups are listed with their versions"],
    },
    {
      id: "1.2/resource-fields",
      priority: "P0",
      text: "A resource has its names, scope, kind, verbs, short names, categories and hash; a subresource has its own kind",
      cases: [
        "discovery-core",
        "discovery-apps",
        "discovery-policy",
        "discovery-autoscaling",
        "discovery-apiregistration-k8s-io",
      ],
    },
    {
      id: "1.2/verbs",
      priority: "P1",
      text: "Verbs of built-in kinds are in alphabetical order, those of custom kinds in another order; namespaces have no deletecollection",
      cases: ["discovery-core", "discovery-custom"],
    },
    {
      id: "1.2/aggregated",
      priority: "P0",
      text: "Aggregated discovery has all kinds in one document with an ETag, and responds with 304 to a client that has it",
      cases: ["discovery-aggregated"],
      tests: ["tests/contract/discovery.test.ts > both forms of discovery name the same resources"],
    },
    {
      id: "1.2/aggregated-body",
      priority: "P0",
      text: "Aggregated discovery has kinds, scopes, verbs and subresources; only custom kinds have their group",
      cases: ["discovery-aggregated"],
      tests: [
        "packages/apiserver/src/routes/routes.test.ts > aggregated discovery is one document with an ETag, and a client that has it gets 304",
      ],
    },
    {
      id: "1.2/no-beta",
      priority: "P1",
      text: "A request for only the beta form of aggregated discovery is rejected",
      cases: ["discovery-forms"],
    },
    {
      id: "1.2/unknown-paths",
      priority: "P1",
      text: "Errors for paths of unknown groups and custom versions are plain text, those for built-in groups JSON",
      cases: ["path-no-such-path", "path-no-such-version", "path-no-such-custom"],
    },
    {
      id: "1.2/wrong-method",
      priority: "P1",
      text: "Unsupported methods, namespaced kinds without a namespace, and deletes of collections that do not support them are rejected",
      cases: ["path-wrong-method", "path-wrong-method-custom", "path-wrong-method-paths", "path-wrong-scope"],
    },
    {
      id: "1.2/openapi-index",
      priority: "P0",
      text: "OpenAPI v3 has an index of documents by hash",
      cases: ["openapi-index"],
      tests: [
        "tests/contract/discovery.test.ts > schemas are published for each group and version, under a hash that changes with them",
      ],
    },
    {
      id: "1.2/openapi-document",
      priority: "P0",
      text: "A document with its hash can be cached forever, an old hash redirects to the new one, and an unchanged document is not sent again",
      cases: ["openapi-wrong-hash", "openapi-no-hash", "openapi-no-such-group", "openapi-not-acceptable"],
    },
    {
      id: "1.2/openapi-v3-protobuf",
      priority: "P2",
      text: "OpenAPI v3 as protobuf",
      tests: [
        "packages/apiserver/src/routes/routes.test.ts > an OpenAPI document with the current hash is immutable, and an old hash is redirected to the new one",
      ],
    },
    {
      id: "1.2/openapi-v2",
      priority: "P1",
      text: "OpenAPI v2 is one document with an ETag, in JSON and in protobuf",
      cases: ["openapi-second"],
      tests: [
        "packages/apiserver/src/routes/routes.test.ts > OpenAPI v2 has all kinds in one document, in JSON and in protobuf",
      ],
    },
    {
      id: "1.2/openapi-extensions",
      priority: "P0",
      text: "Operations contain what kubectl reads: the kind, fieldValidation, the types of patches, merge keys",
      tests: [
        "packages/apiserver/src/routes/routes.test.ts > the patch operations in an OpenAPI document have the kind, `fieldValidation` and the media types that kubectl reads",
      ],
    },
    {
      id: "1.2/openapi-explain",
      priority: "P0",
      text: "Schemas have kinds and references",
      tests: [
        "tests/contract/discovery.test.ts > schemas are published for each group and version, under a hash that changes with them",
      ],
      open: "descriptions of rarely used built-in kinds are published once `kubewright envtest descriptions` has saved them",
    },
    {
      id: "1.2/metrics",
      priority: "P2",
      text: "Flags and status pages",
      tests: [
        "tests/contract/z-pages.test.ts > flagz is text with a line for each flag, sorted, and the same in each response",
      ],
    },
  ],
};
