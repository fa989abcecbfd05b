/** Secrets: https://kubernetes.io/docs/concepts/configuration/secret/ */
import type { FieldError, Work } from "@kubewright/apimachinery";
import {
  decodeJson,
  eachInSteps,
  field,
  fieldPath,
  flatMapInSteps,
  goKindOf,
  isJsonObject,
  joinedInSteps,
  jsonDepthMax,
  JsonSyntaxError,
  setOwn,
  whenDone,
} from "@kubewright/apimachinery";
import type { Secret } from "@kubewright/api/core/v1";
import { createPrivateKey, X509Certificate } from "node:crypto";
import { checkConfigMapKey, checkImmutable } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import type { Draft, View } from "../typed.ts";
import { viewOf } from "../typed.ts";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import { checkUnchanged, dataSizeMax } from "./config-map.ts";

const dataPath = fieldPath("data");

export const secretKind: BuiltinKind = builtinKind<Secret>({
  group: "",
  plural: "secrets",
  metadataChecks: { wholeOnUpdate: true },
  fields: {
    labels: ["type"],
    valuesOf: (object) => ({ type: object.type ?? "" }),
  },
  fold: (draft) => mergeStringData(draft),
  defaults: (draft) => {
    draft.type ??= "Opaque";
  },
  warningsOnCreate: keyPairWarnings,
  warningsOnUpdate: keyPairWarnings,
  validate: (object) => checkSecret(object),
  validateUpdate: (object, old) =>
    joinedInSteps([
      () => checkImmutable(object.type, old.type, fieldPath("type")),
      () => checkUnchanged(object, old, ["data"]),
      () => checkSecret(object),
    ]),
  cells: (object) => {
    const { type, data } = object;
    return { Type: type ?? "", Data: Object.keys(data ?? {}).length };
  },
});

/** Moves `stringData` into `data`. */
function mergeStringData(secret: Draft<Secret>): Work<void> {
  const { stringData } = secret;
  if (stringData === undefined) return undefined;
  const data = (secret.data ??= {});
  const moving = eachInSteps(Object.keys(stringData), (key) =>
    setOwn(data, key, Buffer.from(stringData[key] ?? "", "utf8").toString("base64")),
  );
  return whenDone(moving, () => void delete secret.stringData);
}

function checkSecret(secret: View<Secret>): Work<readonly FieldError[]> {
  const { data = {} } = secret;
  let size = 0;
  const check = (key: string): readonly FieldError[] => {
    size += Buffer.byteLength(data[key] ?? "", "base64");
    return checkConfigMapKey(key, dataPath.key(key));
  };
  return joinedInSteps([
    () => flatMapInSteps(Object.keys(data), check),
    () => (size > dataSizeMax ? [field.tooLong(dataPath, dataSizeMax)] : []),
    () => checkType(secret, data),
  ]);
}

/** Checks the required keys of known types. */
function checkType(secret: View<Secret>, data: { readonly [key: string]: string }): readonly FieldError[] {
  const missing = (...keys: readonly string[]): readonly FieldError[] =>
    keys.filter((key) => !Object.hasOwn(data, key)).map((key) => field.required(dataPath.key(key), ""));
  switch (secret.type) {
    case "kubernetes.io/service-account-token": {
      const annotation = "kubernetes.io/service-account.name";
      if ((secret.metadata?.annotations?.[annotation] ?? "") !== "") return [];
      return [field.required(fieldPath("metadata", "annotations").key(annotation), "")];
    }
    case "kubernetes.io/dockercfg":
      return [...missing(".dockercfg"), ...checkJson(data, ".dockercfg")];
    case "kubernetes.io/dockerconfigjson":
      return [...missing(".dockerconfigjson"), ...checkJson(data, ".dockerconfigjson")];
    case "kubernetes.io/basic-auth":
      return Object.hasOwn(data, "username") || Object.hasOwn(data, "password") ? [] : missing("username", "password");
    case "kubernetes.io/ssh-auth":
      return (data["ssh-privatekey"] ?? "") === "" ? [field.required(dataPath.key("ssh-privatekey"), "")] : [];
    case "kubernetes.io/tls":
      return missing("tls.crt", "tls.key");
    default:
      return [];
  }
}

function checkJson(data: { readonly [key: string]: string }, key: string): readonly FieldError[] {
  const encoded = data[key];
  if (encoded === undefined) return [];
  const problem = jsonProblem(Buffer.from(encoded, "base64").toString("utf8"));
  return problem === undefined ? [] : [field.invalid(dataPath.key(key), "<secret contents redacted>", problem)];
}

/** Returns the error of the reference's decoder if the string is not a JSON object. */
function jsonProblem(text: string): string | undefined {
  try {
    const { value } = decodeJson(text, { depthMax: jsonDepthMax });
    if (value === null || isJsonObject(value)) return undefined;
    const type = goKindOf(value);
    return `json: cannot unmarshal ${type} into Go value of type map[string]interface {}`;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error.message;
    throw error;
  }
}

/** A certificate that does not match the key is a warning, not an error. */
function keyPairWarnings(object: ReadonlyObject): readonly string[] {
  const { type, data = {} } = viewOf<Secret>(object);
  if (type !== "kubernetes.io/tls") return [];
  const text = (key: string): string => Buffer.from(data[key] ?? "", "base64").toString("utf8");
  const problem = keyPairProblem(text("tls.crt"), text("tls.key"));
  return problem === undefined ? [] : [problem];
}

/** The message of kube-apiserver about a mismatch; `undefined` if they match. */
function keyPairProblem(certificate: string, key: string): string | undefined {
  if (!/-----BEGIN [A-Z ]*CERTIFICATE-----/u.test(certificate)) {
    if (!certificate.includes("-----BEGIN ")) return "tls: failed to find any PEM data in certificate input";
    return `tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [${blocksOf(certificate)}]`;
  }
  if (!/-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/u.test(key)) {
    if (!key.includes("-----BEGIN ")) return "tls: failed to find any PEM data in key input";
    if (blocksOf(key) === "CERTIFICATE") {
      return "tls: found a certificate rather than a key in the PEM for the private key";
    }
    return `tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: [${blocksOf(key)}]`;
  }
  try {
    const isPair = new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
    return isPair ? undefined : "tls: private key does not match public key";
  } catch {
    return "tls: failed to parse private key"; // One of the two cannot be parsed.
  }
}

function blocksOf(text: string): string {
  return [...text.matchAll(/-----BEGIN ([A-Z ]+)-----/gu)].map(([, type = ""]) => type).join(" ");
}
