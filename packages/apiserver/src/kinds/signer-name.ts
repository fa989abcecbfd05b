/** Names of certificate signers: https://kubernetes.io/docs/reference/access-authn-authz/certificate-signing-requests/#signers */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, isDns1123Label, isDns1123Subdomain, quoteGoString } from "@kubewright/apimachinery";

const domainLengthMax = 253;
const pathLengthMax = 253 + 63 + 1;
const lengthMax = domainLengthMax + pathLengthMax + 1;

/** Errors of a signer name, which is a domain and a path: `example.com/signer-name`. */
export function checkSignerName(name: string, path: FieldPath): readonly FieldError[] {
  if (name === "") return [field.required(path, "")];
  const [domain = "", signer, ...more] = name.split("/");
  if (signer === undefined || more.length > 0) {
    return [
      field.invalid(path, name, "must be a fully qualified domain and path of the form 'example.com/signer-name'"),
    ];
  }
  const domainLabels = domain.split(".");
  return [
    ...(domain.length > domainLengthMax ? [field.tooLong(path, domainLengthMax)] : []),
    ...labelErrors(domain, domainLabels, isDns1123Label, path),
    ...(domainLabels.length < 2
      ? [field.invalid(path, domain, "should be a domain with at least two segments separated by dots")]
      : []),
    ...labelErrors(signer, signer.split("."), isDns1123Subdomain, path),
    ...(name.length > lengthMax ? [field.tooLong(path, lengthMax)] : []),
  ];
}

/** The errors of the first label that has some. */
function labelErrors(
  segment: string,
  labels: readonly string[],
  errorsOf: (label: string) => readonly string[],
  path: FieldPath,
): readonly FieldError[] {
  const wrong = labels.find((label) => errorsOf(label).length > 0);
  if (wrong === undefined) return [];
  return errorsOf(wrong).map((error) =>
    field.invalid(path, segment, `validating label ${quoteGoString(wrong)}: ${error}`),
  );
}
