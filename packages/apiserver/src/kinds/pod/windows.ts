/** Checks of Windows options: user names and host process containers. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field } from "@kubewright/apimachinery";
import type { PodSpec, WindowsSecurityContextOptions } from "@kubewright/api/core/v1";
import { checkDnsSubdomain } from "../field-checks.ts";
import type { View } from "../typed.ts";
import { containersOf } from "./spec-context.ts";

const credentialKibMax = 64;

export function checkWindowsOptions(
  options: View<WindowsSecurityContextOptions> | undefined,
  path: FieldPath,
): readonly FieldError[] {
  const { gmsaCredentialSpecName: name, gmsaCredentialSpec: spec, runAsUserName: user } = options ?? {};
  const specPath = path.child("gmsaCredentialSpec");
  const userPath = path.child("runAsUserName");
  const errors = name === undefined ? [] : [...checkDnsSubdomain(name, path.child("gmsaCredentialSpecName"))];
  if (spec === "") errors.push(field.invalid(specPath, spec, "gmsaCredentialSpec cannot be an empty string"));
  if (spec !== undefined && Buffer.byteLength(spec) > credentialKibMax * 1024) {
    errors.push(field.invalid(specPath, spec, `gmsaCredentialSpec size must be under ${credentialKibMax} KiB`));
  }
  if (user === undefined) return errors;
  return [...errors, ...userProblems(user).map((text) => field.invalid(userPath, user, `runAsUserName${text}`))];
}

const domainBytesMax = 255;
const userBytesMax = 104;
const netBiosName = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/u;
const dnsName = /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/u;

/** A user is `USER` or `DOMAIN\\USER`. */
function userProblems(name: string): readonly string[] {
  if (name === "") return [" cannot be an empty string"];
  if (/\p{Cc}/u.test(name)) return [" cannot contain control characters"];
  const parts = name.split("\\");
  if (parts.length > 2) return [" cannot contain more than one backslash"];
  const user = parts.at(-1) ?? "";
  const domain = parts.length === 2 ? (parts[0] ?? "") : undefined;
  const wrong: string[] = [];
  if (domain !== undefined) {
    if (Buffer.byteLength(domain) > domainBytesMax) wrong.push("'s Domain length must be under 256 characters");
    if (!netBiosName.test(domain) && !dnsName.test(domain)) {
      wrong.push("'s Domain doesn't match the NetBios nor the DNS format");
    }
  }
  if (user === "") wrong.push("'s User cannot be empty");
  else if (Buffer.byteLength(user) > userBytesMax) {
    wrong.push(`'s User length must not be longer than ${userBytesMax} characters`);
  }
  if (/^[. ]+$/u.test(user)) wrong.push("'s User cannot contain only periods or spaces");
  if (/["/\\:;|=,+*?<>@[\]]/u.test(user)) {
    wrong.push(String.raw`'s User cannot contain the following characters: "/\:;|=,+*?<>@[]`);
  }
  return wrong;
}

/** If one container is a host process, all must be, and the Pod must use the host network. */
export function checkHostProcesses(spec: View<PodSpec>, path: FieldPath): readonly FieldError[] {
  const ofPod = spec.securityContext?.windowsOptions?.hostProcess;
  const containers = [...containersOf(spec, path)].map(
    ([container, at]) => [container.securityContext?.windowsOptions?.hostProcess, at] as const,
  );
  const errors = containers.flatMap(([own, at]) => {
    if (ofPod === undefined || own === undefined || own === ofPod) return [];
    const text = `pod hostProcess value must be identical if both are specified, was ${ofPod}`;
    return [field.invalid(at.child("securityContext", "windowsOptions", "hostProcess"), own, text)];
  });
  const hostProcesses = containers.filter(([own]) => own ?? ofPod ?? false);
  if (hostProcesses.length === 0) return errors;
  if (hostProcesses.length < containers.length) {
    const text = "If pod contains any hostProcess containers then all containers must be HostProcess containers";
    errors.push(field.invalid(path, "", text));
  }
  if (spec.hostNetwork !== true) {
    const text = "hostNetwork must be true if pod contains any hostProcess containers";
    errors.push(field.invalid(path.child("hostNetwork"), false, text));
  }
  return errors;
}
