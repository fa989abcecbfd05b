// The examples, in the order of their articles.
import type { Scenario } from "../scenario.ts";
import { myJob } from "./my-job.ts";

export const scenarios: readonly Scenario[] = [myJob];
