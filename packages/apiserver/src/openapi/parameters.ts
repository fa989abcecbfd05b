/**
 * The query and path parameters of operations. Their names, types and order are those of kube-apiserver; the descriptions are our own.
 * Options of a request are query parameters, in the order of their names.
 */
/** A parameter in the path or the query. */
export interface Parameter {
  readonly name: string;
  readonly in: "query" | "path";
  readonly type: string;
  readonly description: string;
  readonly required?: true;
}

function query(name: string, type: string, description: string): Parameter {
  return { name, in: "query", type, description };
}

function inPath(name: string, description: string): Parameter {
  return { name, in: "path", type: "string", description, required: true };
}

export const prettyParameter: Parameter = query(
  "pretty",
  "string",
  "Whether the response is indented. Default: only for browsers, curl and wget.",
);

export const namespaceParameter: Parameter = inPath("namespace", "The namespace of the objects.");

/** The rest of the path of a proxied request. */
export const restParameter: Parameter = inPath("path", "The path of the proxied request.");

/** The options of a list. */
export const listOptions: readonly Parameter[] = [
  query(
    "allowWatchBookmarks",
    "boolean",
    "Whether a watch may receive BOOKMARK events. The server decides when it sends them. Ignored by lists.",
  ),
  query(
    "continue",
    "string",
    "The token in the metadata.continue of the previous page; the other parameters must be those of its request. The server answers an expired token with 410 and a new one, which continues with the current objects after that key. Not for watches.",
  ),
  query("fieldSelector", "string", "Returns only objects with these values of fields. Default: all objects."),
  query("labelSelector", "string", "Returns only objects whose labels match. Default: all objects."),
  query(
    "limit",
    "integer",
    "The largest number of objects in a page. A page may have fewer; there are more as long as metadata.continue is set. All pages show the state at the time of the first one. Not for watches.",
  ),
  query(
    "resourceVersion",
    "string",
    "The version from which a watch starts, or that a read must have reached. Default: the newest state.",
  ),
  query(
    "resourceVersionMatch",
    "string",
    "Exact: the list has the state at resourceVersion. NotOlderThan: it has that state or a later one. Set it in lists with a resourceVersion.",
  ),
  query(
    "sendInitialEvents",
    "boolean",
    "Whether a watch begins with ADDED events of the existing objects, and then a BOOKMARK with the annotation k8s.io/initial-events-end. Requires resourceVersionMatch=NotOlderThan. Default: only for watches without a resourceVersion, or with version 0.",
  ),
  query(
    "shardSelector",
    "string",
    "Returns only objects whose hashed field is in a range, for example shardRange(object.metadata.uid, '0x0', '0x8000000000000000'). The upper bound is excluded, and || joins ranges. An alpha feature: it needs the feature gate ShardedListAndWatch.",
  ),
  query("timeoutSeconds", "integer", "The server ends the list or watch after this time."),
  query("watch", "boolean", "Whether the response is a stream of changes after resourceVersion, and not a list."),
];

/** The options of a create or update. */
export const writeOptions: readonly Parameter[] = [
  query("dryRun", "string", "All: the request is checked and answered as usual, but nothing is stored."),
  query(
    "fieldManager",
    "string",
    "The name under which managedFields records the written fields: up to 128 printable characters.",
  ),
  query(
    "fieldValidation",
    "string",
    "The treatment of unknown and duplicate fields. Ignore: they are dropped. Warn: the response has a warning for each (the default). Strict: the request is rejected.",
  ),
];

/** The options of a patch that differ from those of an update. */
const ownPatchOptions: readonly Parameter[] = [
  query(
    "fieldManager",
    "string",
    "The name under which managedFields records the written fields: up to 128 printable characters. Required for an apply.",
  ),
  query(
    "force",
    "boolean",
    "Whether an apply takes over fields of other managers, which are conflicts otherwise. Only for an apply.",
  ),
];

/** The options of a delete, without `dryRun`. */
const ownDeleteOptions: readonly Parameter[] = [
  query(
    "gracePeriodSeconds",
    "integer",
    "The time that the object has to end; 0 deletes it at once. Default: that of the object or of its kind.",
  ),
  query(
    "ignoreStoreReadErrorWithClusterBreakingPotential",
    "boolean",
    "Whether an object that cannot be decrypted or decoded is removed from the storage, without its finalizers and preconditions. Dangerous: whatever relies on an ordinary deletion may break. Default: false.",
  ),
  query(
    "orphanDependents",
    "boolean",
    "Deprecated: use propagationPolicy. Whether dependents remain. Not together with propagationPolicy.",
  ),
  query(
    "propagationPolicy",
    "string",
    "Orphan: dependents remain. Background: the garbage collector deletes them after the object. Foreground: before it. Default: by the finalizers of the object and its kind. Not together with orphanDependents.",
  ),
];

const containerOption = query("container", "string", "The container. Default: the only one of the Pod.");

export const attachOptions: readonly Parameter[] = [
  containerOption,
  query("stderr", "boolean", "Whether the connection has the standard error stream."),
  query("stdin", "boolean", "Whether the connection has the standard input stream. Default: false."),
  query("stdout", "boolean", "Whether the connection has the standard output stream."),
  query("tty", "boolean", "Whether the streams belong to a terminal. Default: false."),
];

export const execOptions: readonly Parameter[] = [
  query("command", "string", "The program, and its arguments as further parameters of this name. No shell runs it."),
  ...attachOptions,
];

export const portForwardOptions: readonly Parameter[] = [
  query("ports", "integer", "The ports to forward. Required over a WebSocket."),
];

export const logOptions: readonly Parameter[] = [
  containerOption,
  query("follow", "boolean", "Whether the response continues with the lines to come. Default: false."),
  query(
    "insecureSkipTLSVerifyBackend",
    "boolean",
    "Whether the API server accepts any certificate of the kubelet. Another program could then answer in its place.",
  ),
  query(
    "limitBytes",
    "integer",
    "The log ends after about this many bytes, possibly inside of a line. Default: no limit.",
  ),
  query("previous", "boolean", "Whether the log is that of the previous, ended container. Default: false."),
  query("sinceSeconds", "integer", "Returns only lines of this last period. Not together with sinceTime."),
  query(
    "stream",
    "string",
    "The stream to return: All, Stdout or Stderr. Default: All, with the lines of both in between each other. With tailLines, only All.",
  ),
  query("tailLines", "integer", "Returns only this number of lines from the end. Default: all lines."),
  query("timestamps", "boolean", "Whether each line begins with its time in RFC 3339. Default: false."),
];

const proxyOptions: readonly Parameter[] = [
  query("path", "string", "The path of the proxied request, with its query."),
];

/** By the kind of the options of a connection. */
export const connectOptions: Readonly<Record<string, readonly Parameter[]>> = {
  NodeProxyOptions: proxyOptions,
  PodAttachOptions: attachOptions,
  PodExecOptions: execOptions,
  PodPortForwardOptions: portForwardOptions,
  PodProxyOptions: proxyOptions,
  ServiceProxyOptions: proxyOptions,
};

/** The options of a patch. */
export const optionsOfPatches: readonly Parameter[] = [
  ...writeOptions.filter(({ name }) => name !== "fieldManager"),
  ...ownPatchOptions,
];
/** The options of a delete. */
export const optionsOfDeletes: readonly Parameter[] = [
  ...writeOptions.filter(({ name }) => name === "dryRun"),
  ...ownDeleteOptions,
];
