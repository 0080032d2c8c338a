import type { Plugin } from "vite";

const manifest = /[\\/]src[\\/]areas[\\/][\w-]+[\\/][\w-]+\.area\.ts$/;
const pages = /[\\/]src[\\/]areas[\\/][\w-]+[\\/][\w-]+\.pages\.ts$/;

/**
 * Every screen stands on the list of all pages. What of it only the server and the router's build
 * read, the files of screens and who holds which permission, browsers are not sent.
 */
export const manifestsForBrowsers: Plugin = {
  name: "manifests-for-browsers",
  enforce: "pre",
  applyToEnvironment: (environment) => environment.name === "client",
  transform(code, id) {
    const [file = ""] = id.split("?");
    if (pages.test(file)) return { code: code.replaceAll(/\bscreen:\s*"[^"]*",?/g, ""), map: null };
    if (!manifest.test(file)) return null;
    return {
      code: code.replace(/^ {2}permissions: \{[^}]*\},?$/m, "  permissions: {},"),
      map: null,
    };
  },
};
