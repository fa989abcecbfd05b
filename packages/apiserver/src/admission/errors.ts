/** The error of options that name admission plugins. */

const brand = Symbol.for("@kubewright/apiserver/AdmissionPluginOptionError");

/** `enableAdmissionPlugins` or `disableAdmissionPlugins` names a plugin that is unknown or that this server lacks. */
export class AdmissionPluginOptionError extends RangeError {
  override readonly name = "AdmissionPluginOptionError";

  constructor(message: string) {
    super(message);
    Object.defineProperty(this, brand, { value: true });
  }
}

/** Whether a value is an `AdmissionPluginOptionError`, from this copy of the package or another one. */
export function isAdmissionPluginOptionError(error: unknown): error is AdmissionPluginOptionError {
  return error instanceof Error && brand in error;
}
