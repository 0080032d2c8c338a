import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { build, defineConfig, type Plugin } from "vite";
import { chunks } from "./src/web/chunks.build.ts";
import { formsForBrowsers } from "./src/web/forms.build.ts";
import { manifestsForBrowsers } from "./src/web/manifests.build.ts";
import { markdown } from "./src/web/site/markdown.build.ts";

const target = "es2023";

/** sonner writes its own <style>, which `style-src 'self'` refuses; its stylesheet is imported by the kit instead. */
const sonnerWithoutStyleTag: Plugin = {
  name: "sonner-without-style-tag",
  enforce: "pre",
  transform(code, id) {
    if (!/sonner[\\/]dist[\\/]index\.mjs/.test(id)) return null;
    const changed = code.replace(
      "function __insertCSS(code) {",
      "function __insertCSS() { return;",
    );
    if (changed === code)
      throw new Error("sonner no longer has __insertCSS: see whether it still writes a <style>");
    return { code: changed, map: null };
  },
};

/** Models and the doors that name them do nothing by being loaded: a screen that takes a label through a door does not bring along the schemas (zod) that stand behind it. */
const doorOrModel = /[\\/]src[\\/].*\.(model|labels|public)\.ts$/;

const scriptOfPages = async (): Promise<string> => {
  const made = await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      target,
      modulePreload: false,
      rollupOptions: { input: "src/web/site/site.ts", output: { codeSplitting: false } },
    },
  });
  const chunk = [made]
    .flat()
    .flatMap((part) => ("output" in part ? part.output : []))
    .find((part) => part.type === "chunk");
  if (!chunk) throw new Error("site.ts gave no script");
  return chunk.code;
};

/** Public pages carry no React: site.js is all their script, in one piece of its own; wake.js comes with the first island that is touched. */
const siteScript: Plugin = {
  name: "site-script",
  apply: "build",
  applyToEnvironment: (environment) => environment.name === "client",
  async buildStart() {
    this.emitFile({ type: "chunk", id: "/src/web/site/wake.ts", fileName: "assets/wake.js" });
    this.emitFile({ type: "asset", fileName: "assets/site.js", source: await scriptOfPages() });
  },
};

/** What floats (menus, filters, dialogs) comes while the page is idle and runs with a press: Chromium compiles its functions as it comes, away from the page, and not one by one in that press. */
const compiledAhead = ({ name }: { name: string }): string =>
  /^(overlayParts|dist)$/.test(name) ? "//# allFunctionsCalledOnLoad" : "";

export default defineConfig({
  plugins: [
    sonnerWithoutStyleTag,
    manifestsForBrowsers,
    formsForBrowsers,
    siteScript,
    markdown,
    tailwindcss(),
    reactRouter(),
  ],
  worker: { format: "es" },
  build: { assetsInlineLimit: 0, target },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          treeshake: { moduleSideEffects: [{ test: doorOrModel, sideEffects: false }] },
          output: { codeSplitting: chunks(), postBanner: compiledAhead },
        },
      },
    },
  },
  optimizeDeps: { exclude: ["sonner"] },
  server: {
    host: "127.0.0.1",
    ...(process.env.LEVEE_API
      ? {
          proxy: Object.fromEntries(
            ["/api", "/auth/v1", "/functions", "/openapi.json"].map((path) => [
              path,
              { target: process.env.LEVEE_API, changeOrigin: false },
            ]),
          ),
        }
      : {}),
  },
});
