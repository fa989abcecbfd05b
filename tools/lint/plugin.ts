// Custom lint rules. Each message names the fix.
// Loaded by .oxlintrc.json; the linter requires a default export in the format of ESLint.

interface Node {
  readonly type: string;
  readonly callee?: { readonly type: string; readonly name?: string };
  readonly arguments?: readonly unknown[];
}

interface Comment {
  readonly value: string;
}

interface Context {
  readonly sourceCode: { getAllComments(): readonly Comment[] };
  report(problem: { readonly node: unknown; readonly message: string }): void;
}

type Visitor = Readonly<Record<string, (node: Node) => void>>;

interface Rule {
  create(context: Context): Visitor;
}

/** Rejects `new Date()` and `Date()`: the time of day comes from a Clock. `new Date(value)` only converts and is allowed. */
const noAmbientDate: Rule = {
  create: (context) => {
    const check = (node: Node): void => {
      if (node.callee?.type === "Identifier" && node.callee.name === "Date" && isAmbient(node)) {
        context.report({ node, message: "Take a Clock and write new Date(clock.wallTime())." });
      }
    };
    return { NewExpression: check, CallExpression: check };
  },
};

function isAmbient(node: Node): boolean {
  return node.type === "CallExpression" || node.arguments?.length === 0;
}

/** An exception to a rule needs a reason, as a cast does. */
const disableWithReason: Rule = {
  create: (context) => ({
    Program: () => {
      for (const comment of context.sourceCode.getAllComments()) {
        if (/^\s*(?:oxlint|eslint)-disable/u.test(comment.value) && !/\s--\s+\S/u.test(comment.value)) {
          context.report({
            node: comment,
            message: "Say why the rule does not hold here: oxlint-disable-next-line <rule> -- <reason>.",
          });
        }
      }
    },
  }),
};

const plugin: { readonly meta: { readonly name: string }; readonly rules: Readonly<Record<string, Rule>> } = {
  meta: { name: "kubewright" },
  rules: { "no-ambient-date": noAmbientDate, "disable-with-reason": disableWithReason },
};

export default plugin;
