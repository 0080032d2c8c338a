import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { guideIndex, markdown } from "./src/web/site/markdown.build.ts";

/** sonner writes its own <style>, which `style-src 'self'` refuses; its stylesheet is imported by the kit instead. */
const sonnerWithoutStyleTag: Plugin = {
  name: "sonner-without-style-tag",
  enforce: "pre",
  transform(code, id) {
    if (!/sonner[\\/]dist[\\/]index\.mjs/.test(id)) return null;
    const changed = code.replace("function __insertCSS(code) {", "function __insertCSS() { return;");
    if (changed === code) throw new Error("sonner no longer has __insertCSS: see whether it still writes a <style>");
    return { code: changed, map: null };
  },
};

/** Public pages carry no React: site.js is all their script; wake.js comes with the first island that is touched. */
const siteScript: Plugin = {
  name: "site-script",
  apply: "build",
  applyToEnvironment: (environment) => environment.name === "client",
  buildStart() {
    this.emitFile({ type: "chunk", id: "/src/web/site/site.ts", fileName: "assets/site.js" });
    this.emitFile({ type: "chunk", id: "/src/web/site/wake.ts", fileName: "assets/wake.js" });
  },
};

export default defineConfig({
  plugins: [sonnerWithoutStyleTag, siteScript, markdown, guideIndex, tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0, target: "es2023" },
  optimizeDeps: { exclude: ["sonner"] },
  server: { host: "127.0.0.1", ...(process.env.LEVEE_API ? { proxy: Object.fromEntries(["/api", "/auth/v1", "/functions", "/openapi.json"].map((path) => [path, { target: process.env.LEVEE_API, changeOrigin: false }])) } : {}) },
});
