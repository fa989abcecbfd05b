/** Descriptions of the kinds of the group rbac.authorization.k8s.io. Format: `type-descriptions.ts`. */
export const rbac: string = `
package io.k8s.api.rbac.v1

kind Role: Permissions in a namespace. A RoleBinding grants them.
  rules: The permissions.
PolicyRule: A permission: verbs on resources, or on paths that are not resources. Rules only add permissions.
  apiGroups: The groups of the resources. An empty string is the core group, * all groups.
  nonResourceURLs: Paths that are not resources, for example /healthz or /metrics/*. Only in a ClusterRole with a ClusterRoleBinding.
  resourceNames: The names of the objects. Default: all. It cannot restrict create and deletecollection by name.
  resources: The resources in plural, with subresources as pods/log. * is all.
  verbs: The verbs, for example get, list, watch, create, update, patch and delete. * is all.
kind RoleBinding: Grants a Role or ClusterRole in the namespace of the binding.
  roleRef: The role. It cannot be changed.
  subjects: The users, groups and service accounts that get the permissions.
RoleRef: A reference to a role.
  apiGroup: The group of the role. Default: rbac.authorization.k8s.io.
  kind: Role or ClusterRole.
  name: The name of the role.
Subject: A user, a group or a service account.
  apiGroup: The group of the subject. Default: empty for ServiceAccount, rbac.authorization.k8s.io for User and Group.
  kind: User, Group or ServiceAccount.
  name: The name of the subject.
  namespace: The namespace of a ServiceAccount. Must be empty for User and Group.
kind ClusterRole: Permissions in all namespaces or a single one, depending on the binding, and for objects without namespaces.
  aggregationRule: Which ClusterRoles are combined. A controller then sets rules, and replaces other changes.
  rules: The permissions.
AggregationRule: The ClusterRoles whose rules are combined.
  clusterRoleSelectors: The labels of the ClusterRoles. One selector must match.
kind ClusterRoleBinding: Grants a ClusterRole in all namespaces.
  roleRef: The ClusterRole. It cannot be changed.
  subjects: The users, groups and service accounts that get the permissions.
`;
