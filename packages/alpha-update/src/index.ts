/** Merges the scaffold changes of a newer version into a project. `kubewright alpha update` loads this package. */
export { createRunProgram } from "./programs.ts";
export type { ProgramOptions, ProgramResult, RunProgram } from "./programs.ts";
export { UpdateError } from "./update-error.ts";
export type { PrintProjectOptions, ProjectSettings, ScaffoldFolders, UpdateHost } from "./update-host.ts";
export { updateProject } from "./update-project.ts";
export type { UpdateOptions } from "./update-options.ts";
