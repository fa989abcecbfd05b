/** Bodies that expand when they are parsed, or that pretend to have another format. */
export const bombs: readonly string[] = [
  "[".repeat(20_000),
  '{"a":'.repeat(20_000),
  "a: &a [x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c]\n",
  "? ".repeat(5000),
  "- ".repeat(5000),
  "{".repeat(5000),
  "!!js/function x",
  "<<: *x",
  `"${"\\ud800".repeat(2000)}"`,
  "k8s\u0000",
];
