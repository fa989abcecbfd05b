/** The controllers around the embedded API server. */
export { controllerNames, startControlPlane } from "./control-plane.ts";
export type { ControllerChoice, ControllerName, ControlPlane, ControlPlaneOptions } from "./control-plane.ts";
export { serverOptionsFor } from "./server-options.ts";
export { defaultPodStages } from "./node-simulator/pod-stages.ts";
export type { PodStageOptions } from "./node-simulator/pod-stages.ts";
export {
  createSimulatedContainers,
  logsAnnotation,
  previousLogsAnnotation,
} from "./node-simulator/simulated-containers.ts";
export type { SimulatedContainersOptions } from "./node-simulator/simulated-containers.ts";
export type { SimulatedCommand, SimulatedContainer, SimulatedOutcome } from "./node-simulator/simulated-command.ts";
export { execAnnotation } from "./node-simulator/declared-commands.ts";
export { outcomeAnnotation, runMsAnnotation } from "./node-simulator/stage.ts";
export type { PodStage, StageContext } from "./node-simulator/stage.ts";
