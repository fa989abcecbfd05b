/** The version of this package, as in its package.json; a test compares the two. */
export const generatorVersion = "v0.1.0";
