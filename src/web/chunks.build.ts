import { join } from "node:path";

type Module = {
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
  code: string | null;
};
type Graph = { getModuleInfo: (id: string) => Module | null };

const root = join(import.meta.dirname, "..");
const source = (file: string): string => join(root, file).replaceAll("\\", "/");
const frameStarts = ["root.tsx", "web/shell/AppFrame.tsx", "web/shell/Shell.tsx"].map(source);

const react = /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/;
const library = /[\\/]node_modules[\\/](react-router|@tanstack[\\/](query-core|react-query))[\\/]/;
const icon = /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/;
const form = /[\\/]node_modules[\\/]react-hook-form[\\/]/;
const allIcons = /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]lucide-react\.mjs$/;

/**
 * Where each name of the list of all icons comes from: importing the list is not importing every
 * icon.
 */
const iconFiles = (graph: Graph, list: string): Map<string, string> => {
  const lines =
    graph
      .getModuleInfo(list)
      ?.code?.matchAll(/export \{([^}]*)\} from '\.\/(icons\/[\w-]+\.mjs)'/g) ?? [];
  return new Map(
    [...lines].flatMap(([, names, file]) =>
      names!
        .split(",")
        .map(
          (name) =>
            [
              name.replace("default as", "").trim(),
              join(list, "..", file!).replaceAll("\\", "/"),
            ] as const,
        ),
    ),
  );
};
const iconsNamed = (code: string | null | undefined): string[] =>
  [...(code ?? "").matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g)].flatMap(
    ([, names]) => names!.split(",").map((name) => name.split(" as ")[0]!.trim()),
  );

/** What a module imports, each module read once. */
const importing = (graph: Graph): ((id: string) => readonly string[]) => {
  const known = new Map<string, readonly string[]>();
  let icons: Map<string, string> | null = null;
  return (id) => {
    const found = known.get(id);
    if (found) return found;
    const module = graph.getModuleInfo(id);
    const list = module?.importedIds.find((each) => allIcons.test(each));
    icons ??= list ? iconFiles(graph, list) : null;
    const imports = [
      ...(module?.importedIds.filter((each) => each !== list) ?? []),
      ...(list ? iconsNamed(module?.code).flatMap((name) => icons?.get(name) ?? []) : []),
    ];
    known.set(id, imports);
    return imports;
  };
};

/** Everything that the browser fetches before any of these modules runs. */
const reachedFrom = (
  imports: (id: string) => readonly string[],
  ids: Iterable<string>,
): Set<string> => {
  const reached = new Set<string>();
  const open = [...ids];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    open.push(...imports(id));
  }
  return reached;
};

const plan = (graph: Graph): ((id: string) => string) => {
  const imports = importing(graph);
  const files = new Map<string, string>();
  const withForm = new Map<string, boolean>();
  const frame = reachedFrom(imports, frameStarts);
  const islands = reachedFrom(
    imports,
    graph.getModuleInfo(source("web/site/islands.ts"))?.dynamicallyImportedIds ?? [],
  );
  const reachesForm = (id: string): boolean => {
    const known = withForm.get(id);
    if (known !== undefined) return known;
    withForm.set(id, false); // while it is looked at: modules that import each other end here
    const reaches = form.test(id) || imports(id).some(reachesForm);
    withForm.set(id, reaches);
    return reaches;
  };
  const fileOf = (id: string): string =>
    react.test(id)
      ? "react"
      : islands.has(id)
        ? "base"
        : library.test(id)
          ? "router"
          : frame.has(id)
            ? "frame"
            : icon.test(id)
              ? "icons"
              : reachesForm(id)
                ? "form"
                : "kit";
  return (id) => {
    const file = files.get(id) ?? fileOf(id);
    files.set(id, file);
    return file;
  };
};

/**
 * Which modules of the browser share a file (rolldown's `codeSplitting`). Left alone, whatever the
 * same set of screens has in common gets a file of its own, down to a single
 * icon: fifty requests a screen, and a list of routes that names them all. So what every page of
 * the app needs is one file (`frame`), and what many screens need another (`kit`;
 * `form`, where react-hook-form belongs to it). What islands of public pages use stays apart
 * (`base`): they do not fetch the app.
 */
export const chunks = () => {
  let fileOf: ((id: string) => string) | null = null;
  // A group takes along what its modules import, unless a group before it has that already.
  // `minShareCount` counts screens and whatever else loads by itself.
  const group = (name: string, at: number, minShareCount: number) => ({
    name: (id: string, graph: Graph) => ((fileOf ??= plan(graph))(id) === name ? name : null),
    debugName: name,
    priority: 10 - at,
    minShareCount,
  });
  return {
    groups: [
      group("react", 0, 1),
      group("base", 1, 24),
      group("router", 2, 1),
      group("frame", 3, 1),
      group("icons", 4, 3),
      group("kit", 5, 40),
      group("form", 6, 30),
    ],
  };
};
