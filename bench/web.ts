// Bytes of gzip JavaScript that a browser fetches before the first route (entry, root, frame) and for each route, from the build's own manifest.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { must, sayer } from "./parts/figures.ts";

type Part = { module: string; imports?: string[] };
type Route = Part & { id: string; parentId?: string; path?: string };
type Manifest = { entry: Part; routes: Record<string, Route> };

const say = sayer("web");
const { build } = (await import(new URL("../bin/build.mjs", import.meta.url).href)) as { build: (log?: (line: string) => void) => Promise<void> };
await build(() => {});

const assets = "build/client/assets";
const file = readdirSync(assets).find((name) => /^manifest-\w+\.js$/.test(name))!;
const text = readFileSync(join(assets, file), "utf8");
const manifest = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as Manifest;

const sizes = new Map<string, number>();
const sizeOf = (module: string): number => {
  let size = sizes.get(module);
  if (size === undefined) {
    const path = join("build/client", module);
    sizes.set(module, (size = existsSync(`${path}.gz`) ? statSync(`${path}.gz`).size : gzipSync(readFileSync(path), { level: 9 }).length));
  }
  return size;
};
const filesOf = (part: Part) => [part.module, ...(part.imports ?? [])].map((module) => module.split("?")[0]!);
const bytes = (modules: Iterable<string>) => [...modules].reduce((n, m) => n + sizeOf(m), 0);
const kb = (n: number) => Number((n / 1024).toFixed(1));

const routes = Object.values(manifest.routes), parents = new Set(routes.map((r) => r.parentId).filter(Boolean));
const chain = (route: Route): Route[] => (route.parentId ? [...chain(manifest.routes[route.parentId]!), route] : [route]);
const leaves = routes.filter((r) => !parents.has(r.id));
must(leaves.length > 10, "a manifest with the product's routes");

const own = leaves.map((route) => {
  const above = new Set([...filesOf(manifest.entry), ...chain(route).slice(0, -1).flatMap(filesOf)]);
  const extra = new Set(filesOf(route).filter((module) => !above.has(module)));
  return { module: filesOf(route)[0], route: route.path ?? route.id, shell: bytes(above), bytes: bytes(extra) };
}).sort((a, b) => a.bytes - b.bytes);
// Addresses that share one screen (pages that are not built yet, texts) count once.
const distinct = own.filter((o, n) => own.findIndex((other) => other.module === o.module) === n);
const worst = own.at(-1)!, shell = Math.max(...own.map((o) => o.shell));
say({ figure: "gzip JavaScript, KB", routes: own.length, manifest: kb(sizeOf(`assets/${file}`)), shell: kb(shell), goal_shell: 150, route_median: kb(own[Math.floor(own.length / 2)]!.bytes), screens: distinct.length, screen_median: kb(distinct[Math.floor(distinct.length / 2)]!.bytes), goal_median: 40, route_worst: kb(worst.bytes), goal_worst: 120, worst_route: worst.route });
for (const o of own.slice(-5).reverse()) say({ figure: "largest routes, KB beyond the shell", route: o.route, kb: kb(o.bytes) });
