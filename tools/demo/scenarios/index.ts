// The examples, in the order of their articles.
import type { Scenario } from "../scenario.ts";
import { balancer } from "./balancer.ts";
import { cloudIde } from "./cloud-ide.ts";
import { crddemo } from "./crddemo.ts";
import { iOperator } from "./i-operator.ts";
import { myJob } from "./my-job.ts";

export const scenarios: readonly Scenario[] = [myJob, balancer, crddemo, iOperator, cloudIde];
