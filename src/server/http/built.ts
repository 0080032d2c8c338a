import { existsSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";

const all = new URL("../../../build/", import.meta.url).pathname;

/** The newest build of this checkout, as `bin/builds.mjs` points to it; null without one. */
const newest = (): string | null => {
  for (const kind of ["production", "dev"]) {
    const pointer = join(all, `.last-${kind}`);
    if (!existsSync(pointer)) continue;
    const folder = join(all, readFileSync(pointer, "utf8").trim());
    if (existsSync(join(folder, ".whole"))) return folder;
  }
  return null;
};

/**
 * The folder of the built screens that this process serves: the one that its start command made or
 * found (`LEVEE_BUILD`), else the newest. Nobody changes a build once it is whole, so what is read
 * from it fits together for as long as the process lives. Need not exist.
 */
export const clientFolder = (): string =>
  join(process.env.LEVEE_BUILD ?? newest() ?? join(all, "none"), "client") + sep;
