// The website: static pages, with a search index that the browser reads. Nothing is loaded from other hosts.
import { readFileSync } from "node:fs";
import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";

const sidebar = JSON.parse(readFileSync(new URL(".generated/navigation.json", import.meta.url), "utf8"));

/** The search finds its index beside its script, so that the website works below any path of a server. */
const relativeSearch = {
  name: "relative-search",
  enforce: "pre",
  transform(code, id) {
    if (!id.includes("/Search.astro?") || !code.includes("PagefindUI")) return undefined;
    const base = String.raw`import.meta.url.replace(/^\w+:\/\/[^/]*|_astro\/[^/]*$/g, "")`; // Vite would replace new URL().
    const changed = code.replaceAll("import.meta.env.BASE_URL", base);
    if (changed === code) throw new Error("Cannot make the search relative: its script has no base");
    return changed;
  },
};

export default defineConfig({
  outDir: process.env.SITE_OUTPUT ?? "dist/main",
  build: { format: "file" },
  devToolbar: { enabled: false },
  image: { service: { entrypoint: "astro/assets/services/noop" } },
  vite: {
    experimental: { renderBuiltUrl: (_file, { hostType }) => (hostType === "js" ? { relative: true } : undefined) },
    plugins: [relativeSearch],
  },
  integrations: [
    starlight({
      title: "Kubewright",
      description: "The Kubernetes operator toolkit for TypeScript",
      favicon: "/favicon.svg",
      sidebar,
      customCss: ["./src/site.css"],
      components: {
        SocialIcons: "./src/components/Versions.astro",
        MarkdownContent: "./src/components/WeightedContent.astro",
        PageTitle: "./src/components/WeightedTitle.astro",
      },
      disable404Route: true,
      credits: false,
      lastUpdated: false,
    }),
  ],
});
