// The pages, which the build writes from the repository's Markdown.
import { defineCollection } from "astro:content";
import { glob } from "astro/loaders";
import { docsSchema } from "@astrojs/starlight/schema";
import { z } from "astro/zod";

export const collections = {
  docs: defineCollection({
    loader: glob({ base: ".generated/content", pattern: "**/*.md" }),
    // tools/site/pages.ts sets the weight of each page in the search.
    schema: docsSchema({ extend: z.object({ searchWeight: z.number().default(5) }) }),
  }),
};
