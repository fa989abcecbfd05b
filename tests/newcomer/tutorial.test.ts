import { expect, test } from "vitest";

import { tutorialSteps } from "./tutorial.ts";

test("tutorialSteps() reads commands, files, changes of files and interrupts with their lines, and skips other blocks", () => {
  const text = `# A

\`\`\`sh
mkdir a && cd a   # a comment
npx kubewright \\
  init
\`\`\`

\`\`\`text
printed
\`\`\`

\`\`\`ts file=api/v1/a.ts
export {};
\`\`\`

\`\`\`diff file=api/v1/a.ts
 const a = 1;

-const b = 2;
+const b = 3;
\`\`\`

\`\`\`sh terminal=2 until="Ctrl-C stops it"
npm run x
\`\`\`

\`\`\`sh exit=1
false
\`\`\`

\`\`\`sh interrupt=2
# Ctrl-C
\`\`\`

\`\`\`sh skip
make deploy
\`\`\`
`;

  expect(tutorialSteps(text)).toEqual([
    { kind: "type", commands: ["mkdir a && cd a", "npx kubewright init"], terminal: 1, exit: 0, line: 4 },
    { kind: "see", lines: ["printed"], line: 10 },
    { kind: "write", file: "api/v1/a.ts", text: "export {};\n", line: 14 },
    {
      kind: "change",
      file: "api/v1/a.ts",
      before: "const a = 1;\n\nconst b = 2;\n",
      after: "const a = 1;\n\nconst b = 3;\n",
      line: 18,
    },
    { kind: "type", commands: ["npm run x"], terminal: 2, exit: 0, until: "Ctrl-C stops it", line: 25 },
    { kind: "type", commands: ["false"], terminal: 1, exit: 1, line: 29 },
    { kind: "interrupt", terminal: 2, line: 33 },
  ]);
});
