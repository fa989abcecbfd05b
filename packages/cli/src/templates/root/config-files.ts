/** The configuration files of the compiler, linter, formatter, bundler and git. */
import type { ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { printJson, printWidth } from "../json.ts";

/** tsconfig.json, .oxlintrc.json, .oxfmtrc.json, rolldown.config.js and .gitignore. */
export function configFiles(): readonly ScaffoldFile[] {
  return [
    json("tsconfig.json", tsconfig),
    json(".oxlintrc.json", oxlint),
    json(".oxfmtrc.json", oxfmt),
    { path: "rolldown.config.js", content: rolldown, ifExists: "refuse" },
    { path: ".gitignore", content: gitignore, ifExists: "keep" },
  ];
}

function json(path: string, value: object): ScaffoldFile {
  return { path, content: printJson(value), ifExists: "refuse" };
}

/** For type checks only: Node strips the types, and rolldown bundles. All checks are strict, and only erasable syntax is allowed. */
const tsconfig = {
  compilerOptions: {
    target: "esnext",
    module: "nodenext",
    types: ["node"],
    noEmit: true,
    allowImportingTsExtensions: true,
    erasableSyntaxOnly: true,
    verbatimModuleSyntax: true,
    isolatedModules: true,
    skipLibCheck: true,
    strict: true,
    allowUnreachableCode: false,
    exactOptionalPropertyTypes: true,
    noFallthroughCasesInSwitch: true,
    noImplicitOverride: true,
    noImplicitReturns: true,
    noPropertyAccessFromIndexSignature: true,
    noUncheckedIndexedAccess: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
  },
  include: ["api", "cmd", "internal", "test"],
};

const generated = ["**/zz_generated.*", "**/applyconfiguration/**", "generated/**", "dist/**"];

const oxlint = {
  $schema: "./node_modules/oxlint/configuration_schema.json",
  plugins: ["typescript", "unicorn", "oxc", "import", "promise", "node"],
  env: { es2026: true, node: true },
  categories: { correctness: "error" },
  ignorePatterns: generated,
  rules: {
    "eslint/eqeqeq": "error",
    "eslint/no-var": "error",
    "eslint/prefer-const": "error",
    "import/no-cycle": "error",
    "typescript/consistent-type-imports": "error",
    "typescript/no-explicit-any": "error",
    // node:test awaits its tests.
    "typescript/no-floating-promises": [
      "error",
      {
        allowForKnownSafeCalls: [{ from: "package", name: ["test", "it", "describe", "suite"], package: "node:test" }],
      },
    ],
    "typescript/no-misused-promises": "error",
    "typescript/no-non-null-assertion": "error",
    "typescript/only-throw-error": "error",
    "typescript/switch-exhaustiveness-check": "error",
  },
};

const oxfmt = {
  $schema: "./node_modules/oxfmt/configuration_schema.json",
  printWidth,
  sortPackageJson: false,
  ignorePatterns: [...generated, "config/**", "**/*.md", "**/*.yaml", "**/*.yml", "package-lock.json"],
};

const rolldown = `// Bundles the program into a few files for the image: Node loads the modules that the start needs, and the others on first use.
export default {
  // The second program is the thread of --leader-elect-worker.
  input: { main: "cmd/main.ts", "lease-worker": "@kubewright/runtime/lease-worker" },
  platform: "node",
  output: {
    dir: "dist",
    format: "esm",
    sourcemap: true,
    // One character beyond Latin-1 would double the memory of a file's source.
    charset: "ascii",
    comments: { jsdoc: false },
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    // main.js awaits the operator, so files that are loaded on first use must not import main.js.
    codeSplitting: {
      groups: [
        { name: "operator", tags: ["$initial"], entriesAware: true, test: (id) => !/[\\\\/]cmd[\\\\/]main\\.ts$/.test(id) },
      ],
    },
  },
  checks: { ineffectiveDynamicImport: false },
};
`;

const gitignore = `node_modules/
dist/*
!dist/chart/
coverage/
*.log

# The embedded cluster's kubeconfig.
.kubewright/

# Editors and systems.
.idea/
.vscode/
*.swp
.DS_Store
`;
