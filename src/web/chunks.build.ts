import { join } from "node:path";

type Module = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[]; code: string | null };
type Graph = { getModuleInfo: (id: string) => Module | null };

const root = join(import.meta.dirname, "..");
const source = (file: string): string => join(root, file).replaceAll("\\", "/");
const frameStarts = ["root.tsx", "web/shell/AppFrame.tsx", "web/shell/Shell.tsx"].map(source);

const react = /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/;
const library = /[\\/]node_modules[\\/](react-router|@tanstack[\\/](query-core|react-query))[\\/]/;
const form = /[\\/]node_modules[\\/]react-hook-form[\\/]/;
const allIcons = /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]lucide-react\.mjs$/;

/** Where each name of the list of all icons comes from: importing the list is not importing every icon. */
const iconFiles = (graph: Graph, list: string): Map<string, string> => {
  const lines = graph.getModuleInfo(list)?.code?.matchAll(/export \{([^}]*)\} from '\.\/(icons\/[\w-]+\.mjs)'/g) ?? [];
  return new Map([...lines].flatMap(([, names, file]) => names!.split(",").map((name) => [name.replace("default as", "").trim(), join(list, "..", file!).replaceAll("\\", "/")] as const)));
};
const iconsNamed = (code: string | null | undefined): string[] =>
  [...(code ?? "").matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g)].flatMap(([, names]) => names!.split(",").map((name) => name.split(" as ")[0]!.trim()));

/** Everything that the browser fetches before any of these modules runs. */
const reachedFrom = (graph: Graph, ids: Iterable<string>): Set<string> => {
  const reached = new Set<string>(), open = [...ids];
  let icons: Map<string, string> | null = null;
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    const module = graph.getModuleInfo(id), list = module?.importedIds.find((each) => allIcons.test(each));
    open.push(...(module?.importedIds.filter((each) => each !== list) ?? []));
    if (!list) continue;
    icons ??= iconFiles(graph, list);
    open.push(...iconsNamed(module?.code).flatMap((name) => icons?.get(name) ?? []));
  }
  return reached;
};

const plan = (graph: Graph): ((id: string) => string) => {
  const frame = reachedFrom(graph, frameStarts);
  const islands = reachedFrom(graph, graph.getModuleInfo(source("web/site/islands.ts"))?.dynamicallyImportedIds ?? []);
  return (id) => {
    if (react.test(id)) return "react";
    if (islands.has(id)) return "base";
    if (library.test(id)) return "router";
    if (frame.has(id)) return "frame";
    return [...reachedFrom(graph, [id])].some((below) => form.test(below)) ? "form" : "kit";
  };
};

/**
 * Which modules of the browser share a file (rolldown's `codeSplitting`). Left alone, whatever the same set of screens has in common gets a file of its own, down to a single
 * icon: fifty requests a screen, and a list of routes that names them all. So what every page of the app needs is one file (`frame`), and what many screens need another (`kit`;
 * `form`, where react-hook-form belongs to it). What islands of public pages use stays apart (`base`): they do not fetch the app.
 */
export const chunks = () => {
  let fileOf: ((id: string) => string) | null = null;
  // A group takes along what its modules import, unless a group before it has that already. `minShareCount` counts screens and whatever else loads by itself.
  const group = (name: string, at: number, minShareCount: number) => ({ name: (id: string, graph: Graph) => ((fileOf ??= plan(graph))(id) === name ? name : null), debugName: name, priority: 10 - at, minShareCount });
  return { groups: [group("react", 0, 1), group("base", 1, 24), group("router", 2, 1), group("frame", 3, 1), group("kit", 4, 40), group("form", 5, 30)] };
};
