import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import pg from "pg";
import type { Database } from "#server/db/db.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { startEmbedded } from "#server/db/embedded/embedded.ts";
import { migrate } from "#server/db/migrate.ts";

export type BenchDatabase = {
  url: string;
  database: Database;
  dataDir: string;
  owner: pg.Client;
  databaseCpu: () => number | null;
  close: () => Promise<void>;
};

// Clock ticks of a process and of the children it has waited for, in milliseconds (Linux: 100 ticks
// a second).
const cpuOf = (pid: string): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12]) + Number(fields[13]) + Number(fields[14])) * 10;
};

/** CPU milliseconds that the server behind this address has used; null where /proc cannot tell. */
export const cpuOfServer = (pid: number | null) => (): number | null => {
  if (!pid) return null;
  try {
    const children = readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .filter((name) => {
        try {
          return (
            readFileSync(`/proc/${name}/stat`, "utf8").split(") ")[1]!.split(" ")[1] === String(pid)
          );
        } catch {
          return false;
        }
      });
    return [String(pid), ...children].reduce((sum, one) => {
      try {
        return sum + cpuOf(one);
      } catch {
        return sum;
      }
    }, 0);
  } catch {
    return null;
  }
};

export const postmasterPid = async (client: pg.Client): Promise<number | null> => {
  try {
    const { rows } = await client.query("select pg_backend_pid() as pid");
    return Number(readFileSync(`/proc/${rows[0].pid}/stat`, "utf8").split(") ")[1]!.split(" ")[1]);
  } catch {
    return null;
  }
};

/**
 * A fresh migrated database on the server at DATABASE_URL, or on an embedded one of its own with
 * the settings of the product;
 * and a data folder of its own for keys and files. The folder and the database go when it is
 * closed.
 */
export const benchDatabase = async (name: string): Promise<BenchDatabase> => {
  const dataDir = mkdtempSync(join(tmpdir(), "levee-bench-"));
  process.env.LEVEE_DATA_DIR = dataDir;
  const server = process.env.DATABASE_URL
    ? { url: process.env.DATABASE_URL, stop: async () => {} }
    : await startEmbedded(resolve(".cache/bench-data"));
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query(`drop database if exists levee_bench_${name} with (force)`);
  await admin.query(`create database levee_bench_${name}`);
  const url = new URL(server.url);
  url.pathname = `/levee_bench_${name}`;
  await migrate(url.href);
  const owner = new pg.Client({ connectionString: url.href });
  await owner.connect();
  const database = openDatabase(url.href, { max: 4 });
  return {
    url: url.href,
    database,
    dataDir,
    owner,
    databaseCpu: cpuOfServer(await postmasterPid(admin)),
    close: async () => {
      await database.close();
      await owner.end();
      await admin.query(`drop database if exists levee_bench_${name} with (force)`);
      await admin.end();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
