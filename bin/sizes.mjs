// What a browser fetches of the built screens, in bytes of gzip: the frame (entry, root, layouts),
// the list of routes beside it, and what each route needs beyond the frame. Reads the build's own
// manifest and the .gz twins.
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { builtRoutes, filesOf } from "../src/server/http/preloads.ts";

/**
 * The most that the frame and any one route may weigh, in KB (docs/decisions/0040-performance.md).
 */
export const limits = { shell: 160, route: 130 };

const sizer = (client) => {
  const sizes = new Map();
  return (module) => {
    const path = join(client, module);
    if (!sizes.has(module))
      sizes.set(
        module,
        existsSync(`${path}.gz`)
          ? statSync(`${path}.gz`).size
          : gzipSync(readFileSync(path), { level: 9 }).length,
      );
    return sizes.get(module);
  };
};

/**
 * Bytes of gzip JavaScript of the build in `client` (`build/<hash>/client`): `manifest`, `shell` (the
 * largest that stands above a route) and `routes`, smallest first:
 * address, its screen's file (addresses may share one), all files that it needs beyond the shell,
 * their bytes. Throws when there is no build.
 */
export const sizesOf = (client) => {
  const built = builtRoutes(client);
  if (!built) throw new Error(`There is no build in ${client}: \`npm start\` makes it.`);
  const { file, manifest } = built;
  const sizeOf = sizer(client);
  const bytes = (modules) => [...modules].reduce((n, module) => n + sizeOf(module), 0);
  const all = Object.values(manifest.routes);
  const parents = new Set(all.map((route) => route.parentId).filter(Boolean));
  const chain = (route) =>
    route.parentId ? [...chain(manifest.routes[route.parentId]), route] : [route];
  const routes = all
    .filter((route) => !parents.has(route.id))
    .map((route) => {
      const above = new Set([
        ...filesOf(manifest.entry),
        ...chain(route).slice(0, -1).flatMap(filesOf),
      ]);
      const files = [...new Set(filesOf(route))].filter((module) => !above.has(module));
      return {
        route: route.path ?? route.id,
        module: filesOf(route)[0],
        shell: bytes(above),
        files,
        bytes: bytes(files),
      };
    })
    .sort((a, b) => a.bytes - b.bytes);
  return { manifest: sizeOf(file), shell: Math.max(...routes.map((route) => route.shell)), routes };
};
