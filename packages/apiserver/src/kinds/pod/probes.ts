/** Checks probes and lifecycle hooks: each has exactly one action, which is well-formed. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, isHttpHeaderName } from "@kubewright/apimachinery";
import type { HTTPGetAction, Lifecycle, LifecycleHandler, Probe } from "@kubewright/api/core/v1";
import { checkNonNegative, checkPort, checkPortNumber, invalidFor } from "../field-checks.ts";
import type { View } from "../typed.ts";

/** Liveness and startup probes need one success. A readiness probe has no grace period. */
export function checkProbe(
  probe: View<Probe> | undefined,
  type: "livenessProbe" | "readinessProbe" | "startupProbe",
  path: FieldPath,
): readonly FieldError[] {
  if (probe === undefined) return [];
  const errors = [...checkHandler(probe, path), ...checkNumbers(probe, path)];
  const grace = probe.terminationGracePeriodSeconds;
  if (type === "readinessProbe") {
    if (grace !== undefined) {
      errors.push(
        field.invalid(path.child("terminationGracePeriodSeconds"), grace, "must not be set for readinessProbes"),
      );
    }
  } else if (probe.successThreshold !== 1) {
    errors.push(field.invalid(path.child("successThreshold"), probe.successThreshold ?? 0, "must be 1"));
  }
  return errors;
}

/** `gracePeriodSeconds` is that of the Pod, the maximum of a hook's `sleep`. */
export function checkLifecycle(
  lifecycle: View<Lifecycle> | undefined,
  gracePeriodSeconds: number | undefined,
  path: FieldPath,
): readonly FieldError[] {
  return (["postStart", "preStop"] as const).flatMap((hook) => {
    const handler = lifecycle?.[hook];
    return handler === undefined ? [] : checkHandler(handler, path.child(hook), gracePeriodSeconds);
  });
}

function checkNumbers(probe: View<Probe>, path: FieldPath): readonly FieldError[] {
  const grace = probe.terminationGracePeriodSeconds;
  return [
    ...checkNonNegative(probe.initialDelaySeconds, path.child("initialDelaySeconds")),
    ...checkNonNegative(probe.timeoutSeconds, path.child("timeoutSeconds")),
    ...checkNonNegative(probe.periodSeconds, path.child("periodSeconds")),
    ...checkNonNegative(probe.successThreshold, path.child("successThreshold")),
    ...checkNonNegative(probe.failureThreshold, path.child("failureThreshold")),
    ...(grace !== undefined && grace <= 0
      ? [field.invalid(path.child("terminationGracePeriodSeconds"), grace, "must be greater than 0")]
      : []),
  ];
}

type Handler = View<LifecycleHandler> & Pick<View<Probe>, "grpc">;

const handlerNames = ["exec", "httpGet", "tcpSocket", "grpc", "sleep"] as const;

function checkHandler(handler: Handler, path: FieldPath, gracePeriodSeconds?: number): readonly FieldError[] {
  const [first, ...others] = handlerNames.filter((name) => handler[name] !== undefined);
  if (first === undefined) return [field.required(path, "must specify a handler type")];
  return [
    ...(first === "sleep"
      ? checkSleep(handler.sleep?.seconds ?? 0, gracePeriodSeconds, path.child(first))
      : checkHandlerNamed(first, handler, path.child(first))),
    ...others.map((name) => field.forbidden(path.child(name), "may not specify more than 1 handler type")),
  ];
}

function checkSleep(seconds: number, gracePeriodSeconds: number | undefined, path: FieldPath): readonly FieldError[] {
  if (gracePeriodSeconds === undefined || (seconds >= 0 && seconds <= gracePeriodSeconds)) return [];
  const text = `must be non-negative and less than terminationGracePeriodSeconds (${gracePeriodSeconds})`;
  return [field.invalid(path, seconds, text)];
}

function checkHandlerNamed(
  name: Exclude<(typeof handlerNames)[number], "sleep">,
  handler: Handler,
  path: FieldPath,
): readonly FieldError[] {
  switch (name) {
    case "exec":
      return (handler.exec?.command ?? []).length === 0 ? [field.required(path.child("command"), "")] : [];
    case "httpGet":
      return checkHttpGet(handler.httpGet ?? {}, path);
    case "tcpSocket":
      return checkPort(handler.tcpSocket?.port, path.child("port"));
    case "grpc":
      return checkPortNumber(handler.grpc?.port, path.child("port"));
  }
}

function checkHttpGet(action: View<HTTPGetAction>, path: FieldPath): readonly FieldError[] {
  const { scheme = "" } = action;
  return [
    ...((action.path ?? "") === "" ? [field.required(path.child("path"), "")] : []),
    ...checkPort(action.port, path.child("port")),
    ...(["HTTP", "HTTPS"].includes(scheme)
      ? []
      : [field.notSupported(path.child("scheme"), scheme, ["HTTP", "HTTPS"])]),
    ...(action.httpHeaders ?? []).flatMap(({ name = "" }) =>
      invalidFor(path.child("httpHeaders"), name, isHttpHeaderName(name)),
    ),
  ];
}
