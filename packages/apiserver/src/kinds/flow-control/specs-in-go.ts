/** Specs as kube-apiserver prints them in errors: every field, by its name in Go. */
import { isDeepEqual } from "@kubewright/apimachinery";
import type {
  Subject,
  FlowSchemaSpec,
  PolicyRulesWithSubjects,
  PriorityLevelConfigurationSpec,
} from "@kubewright/api/flowcontrol.apiserver.k8s.io/v1";
import type { View } from "../typed.ts";

export function flowSchemaSpecInGo(spec: View<FlowSchemaSpec>): { readonly [name: string]: unknown } {
  const { priorityLevelConfiguration, matchingPrecedence = 0, distinguisherMethod, rules } = spec;
  return {
    PriorityLevelConfiguration: { Name: priorityLevelConfiguration?.name ?? "" },
    MatchingPrecedence: matchingPrecedence,
    DistinguisherMethod: distinguisherMethod === undefined ? null : { Type: distinguisherMethod.type ?? "" },
    Rules: rules?.map(rulesInGo) ?? null,
  };
}

function rulesInGo({ subjects, resourceRules, nonResourceRules }: View<PolicyRulesWithSubjects>): object {
  return {
    Subjects: subjects?.map(subjectInGo) ?? null,
    ResourceRules:
      resourceRules?.map((rule) => ({
        Verbs: rule.verbs ?? null,
        APIGroups: rule.apiGroups ?? null,
        Resources: rule.resources ?? null,
        ClusterScope: rule.clusterScope ?? false,
        Namespaces: rule.namespaces ?? null,
      })) ?? null,
    NonResourceRules:
      nonResourceRules?.map((rule) => ({
        Verbs: rule.verbs ?? null,
        NonResourceURLs: rule.nonResourceURLs ?? null,
      })) ?? null,
  };
}

function subjectInGo({ kind = "", user, group, serviceAccount }: View<Subject>): object {
  return {
    Kind: kind,
    User: user === undefined ? null : { Name: user.name ?? "" },
    Group: group === undefined ? null : { Name: group.name ?? "" },
    ServiceAccount:
      serviceAccount === undefined
        ? null
        : { Namespace: serviceAccount.namespace ?? "", Name: serviceAccount.name ?? "" },
  };
}

export function priorityLevelSpecInGo(spec: View<PriorityLevelConfigurationSpec>): {
  readonly [name: string]: unknown;
} {
  const { type = "", limited, exempt } = spec;
  const queuing = limited?.limitResponse?.queuing;
  return {
    Type: type,
    Limited:
      limited === undefined
        ? null
        : {
            NominalConcurrencyShares: limited.nominalConcurrencyShares ?? 0,
            LimitResponse: {
              Type: limited.limitResponse?.type ?? "",
              Queuing:
                queuing === undefined
                  ? null
                  : {
                      Queues: queuing.queues ?? 0,
                      HandSize: queuing.handSize ?? 0,
                      QueueLengthLimit: queuing.queueLengthLimit ?? 0,
                    },
            },
            LendablePercent: limited.lendablePercent ?? null,
            BorrowingLimitPercent: limited.borrowingLimitPercent ?? null,
          },
    Exempt:
      exempt === undefined
        ? null
        : {
            NominalConcurrencyShares: exempt.nominalConcurrencyShares ?? null,
            LendablePercent: exempt.lendablePercent ?? null,
          },
  };
}

/** Whether two printed specs are equal. An absent list equals an empty one. */
export function isSameSpec(a: unknown, b: unknown): boolean {
  return isDeepEqual(withoutEmptyLists(a), withoutEmptyLists(b));
}

function withoutEmptyLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(withoutEmptyLists);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutEmptyLists(item)]));
}
