import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

type Part = { id: string; parentId?: string; path?: string; module: string; imports?: readonly string[] };
type Manifest = { routes: Record<string, Part> };

const manifestOf = (client: string): Manifest | null => {
  const assets = join(client, "assets"), file = existsSync(assets) ? readdirSync(assets).find((name) => /^manifest-\w+\.js$/.test(name)) : undefined;
  if (!file) return null;
  const text = readFileSync(join(assets, file), "utf8");
  return JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as Manifest;
};

/**
 * The head's links for the files of one screen, read from the build's own list of routes in `client`: without them the browser learns of a screen only when the
 * frame runs, and of what the screen imports one round trip later. `linksFor(path, html)` takes a declared path (`/invoices/:id`) and the page that is
 * sent, and leaves out what that names already; empty for a path without a screen and without a build.
 */
export const preloads = (client: string) => {
  const routes = manifestOf(client)?.routes ?? {};
  const known = new Map<string, string>();
  const filesOf = (route: Part | undefined): string[] => (route ? [...filesOf(route.parentId ? routes[route.parentId] : undefined), ...[route.module, ...(route.imports ?? [])].map((file) => file.split("?")[0]!)] : []);
  const linksOf = (path: string, html: string): string => {
    const files = new Set(filesOf(Object.values(routes).find((route) => route.path !== undefined && `/${route.path}` === path)));
    return [...files].filter((file) => !html.includes(`"${file}"`)).map((file) => `<link rel="modulepreload" fetchpriority="low" href="${file}"/>`).join("");
  };
  return {
    linksFor: (path: string, html: string): string => {
      const links = known.get(path) ?? linksOf(path, html);
      known.set(path, links);
      return links;
    },
  };
};
