import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

type Files = { module: string; imports?: readonly string[] };
type Part = Files & { id: string; parentId?: string; path?: string };
type Manifest = { entry: Files; routes: Record<string, Part> };

/**
 * The build's own list of routes in `client` and the file it stands in (`/assets/manifest-….js`);
 * null without a build.
 */
export const builtRoutes = (client: string): { file: string; manifest: Manifest } | null => {
  const assets = join(client, "assets");
  const name = existsSync(assets)
    ? readdirSync(assets).find((each) => /^manifest-\w+\.js$/.test(each))
    : undefined;
  if (!name) return null;
  const text = readFileSync(join(assets, name), "utf8");
  return {
    file: `/assets/${name}`,
    manifest: JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as Manifest,
  };
};

/** The files of a route or of the build's entry, without what follows a `?`. */
export const filesOf = (part: Files): string[] =>
  [part.module, ...(part.imports ?? [])].map((file) => file.split("?")[0]!);

/**
 * The head's links for the files of one screen, read from the build's own list of routes in
 * `client`: without them the browser learns of a screen only when the
 * frame runs, and of what the screen imports one round trip later. What is returned takes a
 * declared path (`/invoices/:id`) and the page that is
 * sent, and leaves out what that names already; empty for a path without a screen and without a
 * build.
 */
export const preloads = (client: string) => {
  const routes = builtRoutes(client)?.manifest.routes ?? {};
  const known = new Map<string, string>();
  const withParents = (route: Part | undefined): string[] =>
    route
      ? [...withParents(route.parentId ? routes[route.parentId] : undefined), ...filesOf(route)]
      : [];
  const linksOf = (path: string, html: string): string => {
    const files = new Set(
      withParents(
        Object.values(routes).find(
          (route) => route.path !== undefined && `/${route.path}` === path,
        ),
      ),
    );
    return [...files]
      .filter((file) => !html.includes(`"${file}"`))
      .map((file) => `<link rel="modulepreload" fetchpriority="low" href="${file}"/>`)
      .join("");
  };
  return (path: string, html: string): string => {
    const links = known.get(path) ?? linksOf(path, html);
    known.set(path, links);
    return links;
  };
};
