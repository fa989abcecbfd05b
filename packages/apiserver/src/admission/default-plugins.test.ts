import assert from "node:assert/strict";
import { test } from "vitest";
import { chosenPlugins } from "./default-plugins.ts";
import { isAdmissionPluginOptionError } from "./errors.ts";

function namesOf(enable: readonly string[] = [], disable: readonly string[] = []): readonly string[] {
  const own = [{ name: "ValidatingAdmissionWebhook" }, { name: "Own" }, { name: "MutatingAdmissionWebhook" }];
  return chosenPlugins({ enable, disable }, own).map(({ name }) => name);
}

test("plugins run in the order of kube-apiserver, and plugins that it does not have run last", () => {
  const names = namesOf();

  assert.deepEqual(names.slice(0, 3), ["NamespaceLifecycle", "LimitRanger", "ServiceAccount"]);
  assert.deepEqual(
    names.filter((name) => name.endsWith("Webhook") || name === "Own"),
    ["MutatingAdmissionWebhook", "ValidatingAdmissionWebhook", "Own"],
  );
  assert.equal(names.at(-1), "Own");
});

test("a plugin can be disabled, and enabling it overrides disabling it", () => {
  assert.equal(namesOf([], ["LimitRanger"]).includes("LimitRanger"), false);
  assert.equal(namesOf(["LimitRanger"], ["LimitRanger"]).includes("LimitRanger"), true);
});

test("a plugin that this server lacks can be disabled, but not enabled", () => {
  assert.deepEqual(namesOf([], ["ImagePolicyWebhook"]), namesOf());
  assert.throws(
    () => namesOf(["ImagePolicyWebhook"]),
    (error) =>
      isAdmissionPluginOptionError(error) &&
      error.message ===
        'Cannot enable the admission plugin "ImagePolicyWebhook": this server lacks it, must be one of "AlwaysAdmit", ' +
          '"AlwaysDeny", "AlwaysPullImages", "CertificateApproval", "CertificateSigning", "CertificateSubjectRestriction", ' +
          '"DefaultIngressClass", "DefaultStorageClass", "DefaultTolerationSeconds", "DenyServiceExternalIPs", ' +
          '"ExtendedResourceToleration", "LimitPodHardAntiAffinityTopology", "LimitRanger", "NamespaceAutoProvision", ' +
          '"NamespaceExists", "NamespaceLifecycle", "NodeDeclaredFeatureValidator", "OwnerReferencesPermissionEnforcement", ' +
          '"PersistentVolumeClaimResize", "PodNodeSelector", "PodResizeValidator", "PodTopologyLabels", "Priority", ' +
          '"ResourceQuota", "RuntimeClass", "ServiceAccount", "StorageObjectInUseProtection", "TaintNodesByCondition", ' +
          '"ValidatingAdmissionWebhook", "Own", "MutatingAdmissionWebhook"',
  );
});

test("a plugin whose feature gate is off can be enabled, and does nothing", () => {
  assert.deepEqual(namesOf(["PodGroupProtection"]), namesOf());
});

test("the error for an unknown plugin names the known plugins", () => {
  assert.throws(() => namesOf([], ["Nope"]), /"Nope": it is unknown, must be one of .*"LimitRanger", /);
});
