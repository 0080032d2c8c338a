// Bytes of gzip JavaScript that a browser fetches before the first route (entry, root, frame) and
// for each route, from the build's own manifest.
import { must, sayer } from "./parts/figures.ts";

type Sizes = {
  manifest: number;
  shell: number;
  routes: { route: string; module: string; shell: number; bytes: number }[];
};
type Sizing = { sizesOf: (client: string) => Sizes; limits: { shell: number; route: number } };

const say = sayer("web");
const { build } = (await import(new URL("../bin/build.mjs", import.meta.url).href)) as {
  build: (log?: (line: string) => void) => Promise<string>;
};
const { sizesOf, limits } = (await import(
  new URL("../bin/sizes.mjs", import.meta.url).href
)) as Sizing;
const folder = await build(() => {});

const kb = (n: number) => Number((n / 1024).toFixed(1));
const { manifest, shell, routes } = sizesOf(`${folder}/client`);
must(routes.length > 10, "a manifest with the product's routes");
// Addresses that share one screen (pages that are not built yet, texts) count once.
const distinct = routes.filter(
  (own, n) => routes.findIndex((other) => other.module === own.module) === n,
);
const worst = routes.at(-1)!;
const middle = (of: typeof routes) => kb(of[Math.floor(of.length / 2)]!.bytes);
say({
  figure: "gzip JavaScript, KB",
  routes: routes.length,
  manifest: kb(manifest),
  shell: kb(shell),
  shell_and_manifest: kb(shell + manifest),
  goal_shell: limits.shell,
  route_median: middle(routes),
  screens: distinct.length,
  screen_median: middle(distinct),
  goal_median: 40,
  route_worst: kb(worst.bytes),
  goal_worst: limits.route,
  worst_route: worst.route,
});
for (const own of routes.slice(-5).reverse())
  say({ figure: "largest routes, KB beyond the shell", route: own.route, kb: kb(own.bytes) });
