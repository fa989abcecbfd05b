// The pages, which the build writes from the repository's Markdown.
import { defineCollection } from "astro:content";
import { glob } from "astro/loaders";
import { docsSchema } from "@astrojs/starlight/schema";

export const collections = {
  docs: defineCollection({ loader: glob({ base: ".generated/content", pattern: "**/*.md" }), schema: docsSchema() }),
};
