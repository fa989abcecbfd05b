/** The rules that a SelfSubjectRulesReview lists, and whether they permit a request. This is another implementation than that of the server. */
export interface ReviewedRules {
  readonly resourceRules: readonly ReviewedRule[];
}

interface ReviewedRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
}

/** The attributes of an access review. */
export interface Attributes {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
}

export function permits(
  { resourceRules }: ReviewedRules,
  { verb, group, resource, subresource, name }: Attributes,
): boolean {
  const patterns = subresource === "" ? [resource, "*"] : [`${resource}/${subresource}`, `*/${subresource}`, "*"];
  return resourceRules.some(({ verbs, apiGroups = [], resources = [], resourceNames = [] }) => {
    const listed = [verbs.includes(verb) || verbs.includes("*"), apiGroups.includes(group) || apiGroups.includes("*")];
    const isNamed = resourceNames.length === 0 || resourceNames.includes(name);
    return listed.every(Boolean) && patterns.some((pattern) => resources.includes(pattern)) && isNamed;
  });
}
