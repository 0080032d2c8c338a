// The builds of the screens, one beside the other: `build/<hash>/…`. Each process that serves one
// says so, and none goes while somebody does.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
};

const isLeft = (lockFile) => {
  try {
    const holder = Number(readFileSync(lockFile, "utf8"));
    return holder ? !isAlive(holder) : Date.now() - statSync(lockFile).mtimeMs > 10_000;
  } catch {
    return false; // it is gone
  }
};

/**
 * Runs `work` while no other process runs what has the same name: whoever comes second waits. A lock
 * whose process is gone counts for nothing.
 */
export const alone = async (name, work) => {
  const lockFile = join(root, ".cache", `${name}.lock`);
  mkdirSync(dirname(lockFile), { recursive: true });
  for (;;) {
    try {
      writeFileSync(lockFile, String(process.pid), { flag: "wx" });
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      if (isLeft(lockFile)) rmSync(lockFile, { force: true });
      await new Promise((done) => setTimeout(done, 20));
    }
  }
  try {
    return await work();
  } finally {
    rmSync(lockFile, { force: true });
  }
};

const isBuild = /^[0-9a-f]{16}$/;
/** What a process was making when it ended. */
const isGivenUp = (name) => {
  const pid = /^\.making-(\d+)$/.exec(name)?.[1];
  return pid !== undefined && !isAlive(Number(pid));
};

/**
 * The builds in `folder`. A build is named by what it was made of; `pointers` name those that were
 * made last, `users` are files `<build>.<process>`.
 */
export const buildsIn = (folder) => {
  const at = (name) => join(folder, name);
  const users = at(".users");
  const pointer = (kind) => at(`.last-${kind}`);
  const isWhole = (name) => existsSync(join(at(name), ".whole"));
  const lastOf = (kind) => {
    const name = existsSync(pointer(kind)) ? readFileSync(pointer(kind), "utf8").trim() : "";
    return name && isWhole(name) ? name : null;
  };
  /** The pointer to the newest build of a kind changes in one step. */
  const point = (kind, name) => {
    const next = `${pointer(kind)}.${process.pid}`;
    writeFileSync(next, name);
    renameSync(next, pointer(kind));
  };
  const usedBuilds = () => {
    const used = new Set();
    for (const user of existsSync(users) ? readdirSync(users) : []) {
      const [name, pid] = user.split(".");
      if (isAlive(Number(pid))) used.add(name);
      else rmSync(join(users, user), { force: true });
    }
    return used;
  };
  const kinds = ["production", "dev"];
  return {
    isWhole,
    /** Where a build lies. */
    at,
    /** Says that this process serves a build, and gives where it lies; null without a whole one. */
    use: (name) =>
      alone("builds", () => {
        if (!name || !isWhole(name)) return null;
        mkdirSync(users, { recursive: true });
        writeFileSync(join(users, `${name}.${process.pid}`), "");
        return at(name);
      }),
    last: (kind) => lastOf(kind) ?? lastOf(kinds.find((other) => other !== kind)),
    /**
     * Makes a build beside the others by `make(folder)` and switches to it at once when it is whole;
     * then those go that nobody serves and that are not the last of their kind.
     */
    add: async (kind, name, make) => {
      const making = at(`.making-${process.pid}`);
      rmSync(making, { recursive: true, force: true });
      try {
        await make(making);
        writeFileSync(join(making, ".whole"), "");
        await alone("builds", () => {
          rmSync(at(name), { recursive: true, force: true });
          renameSync(making, at(name));
          point(kind, name);
          const kept = new Set([...usedBuilds(), ...kinds.map(lastOf)]);
          for (const other of readdirSync(folder))
            if ((isBuild.test(other) && !kept.has(other)) || isGivenUp(other))
              rmSync(at(other), { recursive: true, force: true });
        });
      } finally {
        rmSync(making, { recursive: true, force: true });
      }
    },
    point: (kind, name) => alone("builds", () => point(kind, name)),
  };
};

/** The builds of this checkout. */
export const builds = buildsIn(join(root, "build"));
/** Servers of development and of journeys show more pages. */
export const kindOfBuild = (env = process.env) => (env.LEVEE_DEV === "on" ? "dev" : "production");
