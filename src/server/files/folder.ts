import { constants as fs } from "node:fs";
import {
  access,
  appendFile,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { newId } from "#kernel/ids.ts";
import { databaseMs } from "../db/database-clock.ts";
import { isNotThere, type Lying, type Place } from "./place.ts";
import { syncFolder } from "./sync.ts";

const unless = <T>(missing: T) => {
  return (error: NodeJS.ErrnoException): T => {
    if (isNotThere(error)) return missing;
    throw error;
  };
};

/** Waits until the disk holds a file's name, and that of its folder where it is new. */
const settleName = async (root: string, folder: string, made: string | undefined) => {
  await syncFolder(folder);
  if (made) await syncFolder(root);
};

async function* listed(root: string, beginning: string): AsyncGenerator<Lying> {
  const cut = beginning.lastIndexOf("/") + 1;
  const [under, start] = [beginning.slice(0, cut), beginning.slice(cut)];
  const entries = await readdir(join(root, under), { withFileTypes: true }).catch(unless([]));
  for (const entry of entries) {
    if (!entry.isFile() || !entry.name.startsWith(start)) continue;
    const there = await stat(join(root, under, entry.name)).catch(unless(null));
    if (there)
      yield { key: under + entry.name, size: there.size, changedMs: Math.floor(there.mtimeMs) };
  }
}

const writing = (root: string, spool: string): Pick<Place, "keep" | "move" | "write"> => {
  const put = async (file: string, key: string) => {
    const folder = dirname(join(root, key));
    const made = await mkdir(folder, { recursive: true });
    await rename(file, join(root, key));
    await settleName(root, folder, made);
  };
  return {
    keep: (key, file) => put(file, key),
    move: async (from, to) =>
      put(join(root, from), to).then(
        () => true,
        (error: NodeJS.ErrnoException) => unless(false)(error),
      ),
    write: async (key, bytes, how) => {
      if (how === "once") {
        await mkdir(dirname(join(root, key)), { recursive: true });
        return writeFile(join(root, key), bytes, { mode: 0o600, flag: "wx", flush: true }).catch(
          (error: NodeJS.ErrnoException) => {
            if (error.code !== "EEXIST") throw error;
          },
        );
      }
      const temporary = join(spool, newId());
      await mkdir(spool, { recursive: true });
      await writeFile(temporary, bytes, { mode: 0o600 });
      await put(temporary, key);
    },
  };
};

const lists = (root: string): Pick<Place, "append" | "appended"> => ({
  append: async (key, line) => {
    await mkdir(dirname(join(root, key)), { recursive: true });
    await appendFile(join(root, key), `\n${line}\n`, { mode: 0o600 });
    const file = await open(join(root, key), "r");
    await file.sync().finally(() => file.close());
  },
  appended: (key) => readFile(join(root, key), "utf8").catch(unless("")),
});

/** Files in a folder of this machine, or of a share that several machines mount. */
export const folderPlace = (root: string): Place => {
  const spool = join(root, "incoming");
  return {
    name: root,
    shared: false,
    spool,
    ...writing(root, spool),
    ...lists(root),
    open: async (key, piece) => {
      const handle = await open(join(root, key));
      const { size } = await handle.stat();
      return { stream: handle.createReadStream(piece), size };
    },
    head: async (key) => {
      const there = await stat(join(root, key)).catch(unless(null));
      return there && { size: there.size, changedMs: Math.floor(there.mtimeMs) };
    },
    list: (beginning) => listed(root, beginning),
    remove: (key) => rm(join(root, key), { force: true }),
    pathOf: async (key) => {
      await access(join(root, key), fs.R_OK);
      return join(root, key);
    },
    read: (key) => readFile(join(root, key)).catch(unless(null)),
    tidy: async (olderMs) => {
      for await (const { key, changedMs } of listed(root, "incoming/"))
        if (databaseMs() - changedMs > olderMs) await rm(join(root, key), { force: true });
    },
    ready: async () => {},
    pieces: null,
    ping: async () => {},
    examine: async () => {},
  };
};
