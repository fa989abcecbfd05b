/** The rows of docs/features.md about tests. */
import type { FeatureGroup } from "./feature.ts";

export const testingFeatures: FeatureGroup = {
  title: "Tests",
  features: [
    {
      feature: "A control plane from a test",
      peers: ["envtest", "no", "`@KubeAPITest` of another project", "no"],
      api: { envtest: ["startEnvironment", "EnvironmentOptions.server"] },
      note: "Embedded without any download, with binaries, or an existing cluster (`KUBEWRIGHT_TEST_SERVER`)",
      tests: [
        "packages/envtest/src/environment.test.ts > an environment serves the kinds of its CRDs, and installing them again replaces them",
        "tests/real/environment.test.ts > in an existing cluster the environment deletes the objects that it has created, and not those that it has replaced",
      ],
    },
    {
      feature: "CRDs from files and objects, with errors for missing paths, and clean-up",
      peers: ["`CRDDirectoryPaths`, `CRDInstallOptions`", "no", "no", "no"],
      api: {
        envtest: ["EnvironmentOptions.crds", "EnvironmentOptions.cleanUpAfterUse", "installCrds", "uninstallCrds"],
      },
      tests: [
        "packages/envtest/src/crds/read-crds.test.ts > readCrds() names a file that $title, in one line",
        "packages/envtest/src/environment.test.ts > installCrds() works for two callers at the same time",
      ],
    },
    {
      feature: "Webhooks and conversions of the project",
      peers: ["`WebhookInstallOptions`", "no", "no", "no"],
      api: { envtest: ["EnvironmentOptions.webhooks", "EnvironmentOptions.conversions", "installWebhooks"] },
      tests: [
        "packages/envtest/src/webhooks/environment-webhooks.test.ts > manifests are read from a folder that also contains kustomize files",
        "packages/envtest/src/webhooks/conversion-webhooks.test.ts > the embedded server of an environment calls conversions as functions",
      ],
    },
    {
      feature: "Users with kubeconfigs",
      peers: ["`AddUser`", "no", "no", "no"],
      api: { envtest: ["Environment.addUser", "Environment.kubeconfig", "Environment.transportAs"] },
      tests: [
        "tests/real/environment.test.ts > a user that was added on $server has the rights of its groups, also by its kubeconfig",
      ],
    },
    {
      feature: "Flags, timeouts and output of kube-apiserver and etcd",
      peers: ["`ControlPlane`, `Arguments`", "no", "no", "no"],
      api: { envtest: ["EnvironmentOptions.controlPlane", "ControlPlaneSettings"] },
      tests: [
        "tests/real/environment.test.ts > both programs receive their flags, and a program that does not start in time is an error",
        "packages/envtest/src/real/control-plane-settings.test.ts > options precede variables, and variables precede defaults",
      ],
    },
    {
      feature: "Download of binaries",
      peers: ["setup-envtest", "no", "no", "no"],
      api: { envtest: ["openBinariesStore", "parseVersionSpec", "chooseBinaries"] },
      note: "`kubewright envtest` with the commands of setup-envtest, and its folder",
      tests: [
        "packages/envtest/src/binaries/store.test.ts > add() leaves the programs, and nothing else, in the folder that setup-envtest would use",
      ],
    },
    {
      feature: "Assertions: eventually, consistently, equal except for paths; getters and updates",
      peers: ["komega", "no", "awaitility", "no"],
      api: { envtest: ["createKomega", "eventually", "consistently", "assertEqualObject"] },
      tests: [
        "packages/envtest/src/assertions/eventually.test.ts > komega's functions read, list and change objects each time they are called",
        "packages/envtest/src/assertions/equal-object.test.ts > differences are shown by path, with what was found and what is expected",
      ],
    },
    {
      feature: "The operator runs inside the test",
      peers: ["manager in the test", "controller in the test", "`LocallyRunOperatorExtension`", "`KopfRunner`"],
      api: { envtest: ["EnvironmentOptions.operator", "Environment.startOperator"] },
      note: "With the permissions of its role",
      tests: [
        "packages/envtest/src/operator/operators.test.ts > the operator is the service account of its role, and its log and its writes are recorded",
        "tests/contract/operator-role.test.ts > an operator whose role misses a verb fails the wait, with the marker",
      ],
    },
    {
      feature: "The operator runs in a cluster, from a test",
      peers: ["`make test-e2e` of kubebuilder", "no", "`ClusterDeployedOperatorExtension`", "no"],
      api: { envtest: ["EnvironmentOptions.server"] },
      note: "`make test-e2e` of a scaffolded project; `existing` as the server for the tests of the operator",
      tests: ["tests/node/scaffolded-operator.test.ts > make test-e2e of a scaffolded project passes"],
    },
    {
      feature: "Injected errors",
      peers: ["`interceptor` of the fake client", "no", "no", "no"],
      api: {
        envtest: ["createFaultPlan"],
        "client/testing": ["MemoryApiServer.failNext", "MemoryApiServer.intercept"],
      },
      tests: [
        "packages/envtest/src/faults/fault-plan.test.ts > points match by kind, subresource, namespace, name and function, and count over all transports of a plan",
        "tests/contract/fault-plan.test.ts > the server has stored a write whose response was lost, and not one whose request was lost",
      ],
    },
  ],
};
