/** Decodes the response of a webhook and checks the types of its fields, with the messages of kube-apiserver. */
import {
  decodeJson,
  goKindOf,
  isJsonArray,
  isJsonObject,
  jsonDepthMax,
  parseApiVersion,
} from "@kubewright/apimachinery";
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";

/** The response of a webhook cannot be decoded as a review. The message says why. */
export class UnreadableReviewError extends Error {
  override readonly name = "UnreadableReviewError";
}

/** Decodes the body of a response as a review of this version. */
export function decodeReview(
  text: string,
  version: string,
  answer: { readonly status: number; readonly contentType: string | undefined },
): JsonObject {
  if (text === "") {
    const { status, contentType = "" } = answer;
    throw new UnreadableReviewError(`0-length response with status code: ${status} and content type: ${contentType}`);
  }
  const review = objectIn(text);
  assertKind(review, version);
  assertTypes(review["response"]);
  return review;
}

function objectIn(text: string): JsonObject {
  let value: JsonValue;
  try {
    ({ value } = decodeJson(text, { depthMax: jsonDepthMax }));
  } catch (error) {
    // kube-apiserver decodes a body that does not begin like JSON as YAML, where any line is a string.
    const problem = error instanceof Error && text.startsWith("{") ? error.message : notAnObject("string");
    throw new UnreadableReviewError(`couldn't get version/kind; json parse error: ${problem}`, { cause: error });
  }
  if (isJsonObject(value)) return value;
  throw new UnreadableReviewError(`couldn't get version/kind; json parse error: ${notAnObject(goKindOf(value))}`);
}

/** The message for a JSON value of another type than object. */
export function notAnObject(type: string): string {
  const target =
    'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
  return `json: cannot unmarshal ${type} into Go value of type ${target}`;
}

/** Rejects other kinds. A body without a kind is accepted here and rejected when the verdict is read. */
function assertKind({ kind, apiVersion }: JsonObject, version: string): void {
  if (typeof kind !== "string" || typeof apiVersion !== "string") return;
  const found = parseApiVersion(apiVersion);
  const isKnown = (kind === "AdmissionReview" && found.group === "admission.k8s.io") || kind === "Status";
  if (!isKnown) {
    const shown = [kind, apiVersion].map((part) => JSON.stringify(part));
    const where = 'in scheme "pkg/runtime/scheme.go:111"';
    throw new UnreadableReviewError(`no kind ${shown[0]} is registered for version ${shown[1]} ${where}`);
  }
  if (kind === "AdmissionReview" && found.version === version) return;
  const conversion = `converting (${found.version}.${kind}) to (${version}.AdmissionReview)`;
  throw new UnreadableReviewError(`${conversion}: unknown conversion`);
}

interface FieldType {
  readonly goType: string;
  readonly fits: (value: JsonValue) => boolean;
}

const isText = (value: JsonValue): boolean => typeof value === "string";
const fieldTypes: { readonly [name: string]: FieldType } = {
  uid: { goType: "types.UID", fits: isText },
  allowed: { goType: "bool", fits: (value) => typeof value === "boolean" },
  status: { goType: "v1.Status", fits: isJsonObject },
  patch: { goType: "[]uint8", fits: isText },
  patchType: { goType: "v1.PatchType", fits: isText },
  warnings: { goType: "[]string", fits: (value) => isJsonArray(value) },
};

function assertTypes(response: JsonValue | undefined): void {
  if (!isJsonObject(response)) return;
  for (const [name, { goType, fits }] of Object.entries(fieldTypes)) {
    const value = response[name];
    if (value === undefined || value === null || fits(value)) continue;
    const place = `Go struct field AdmissionResponse.response.${name} of type ${goType}`;
    throw new UnreadableReviewError(`json: cannot unmarshal ${goKindOf(value)} into ${place}`);
  }
  const { patch } = response;
  if (typeof patch === "string") assertBase64(patch);
}

function assertBase64(text: string): void {
  const bad = /[^A-Za-z0-9+/=\r\n]/.exec(text);
  const packed = text.replaceAll(/[\r\n]/g, "");
  if (bad === null && /^[^=]*={0,2}$/.test(packed) && packed.length % 4 === 0) return;
  throw new UnreadableReviewError(
    `illegal base64 data at input byte ${bad?.index ?? packed.length - (packed.length % 4)}`,
  );
}
