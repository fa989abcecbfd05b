/** @groupName=types.example.com */
export const group = "types.example.com";

// What stands in a string is no marker, and what stands in a regular expression is no comment.
export const text = "/** @kubebuilder:rbac:groups=x */";
export const template = `/** @groupName=${"/** @groupName=y */"} */`;
export const expression = /\/** @groupName=z *\//;
