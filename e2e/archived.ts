// A PostgreSQL 15 of Debian's packages whose log pgBackRest archives, and which may be brought back to a minute.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { ownerOf } from "../src/server/db/embedded/binaries.ts";
import { bin15 } from "./cluster.ts";
import { freePort } from "./data.ts";

/** Whether both are installed here. */
export const archivedHere = (): boolean =>
  existsSync(bin15) && spawnSync("pgbackrest", ["version"]).status === 0;

export class Archived {
  readonly folder: string;
  private readonly port: number;
  private child: ChildProcess | null = null;

  private constructor(folder: string, port: number) {
    this.folder = folder;
    this.port = port;
  }

  /** The settings by which commands find the archive. */
  get settings(): Record<string, string> {
    return { PGBACKREST_CONFIG: join(this.folder, "pgbackrest.conf"), DATABASE_URL: this.url };
  }
  get url(): string {
    return `postgres://levee@127.0.0.1:${this.port}/levee`;
  }
  /** Where copies of other minutes are laid down. */
  get beside(): string {
    return join(this.folder, "beside");
  }
  /** What is left there. */
  left(): string[] {
    return readdirSync(this.beside);
  }

  static async open(): Promise<Archived> {
    const folder = mkdtempSync(join(tmpdir(), "levee-archived-"));
    const archived = new Archived(folder, await freePort());
    archived.own(folder);
    await archived.begin();
    return archived;
  }

  private own(path: string): void {
    const owner = ownerOf();
    chmodSync(path, 0o755);
    if (owner) chownSync(path, owner.uid, owner.gid);
  }

  private run(program: string, args: string[]): void {
    const done = spawnSync(program, args, {
      ...ownerOf(),
      env: { ...process.env, ...this.settings },
      encoding: "utf8",
    });
    if (done.status !== 0) throw new Error(`${program}: ${done.stdout}${done.stderr}`);
  }

  private async begin(): Promise<void> {
    const at = (name: string) => join(this.folder, name);
    for (const name of ["repo", "log", "lock", "beside"]) {
      mkdirSync(at(name));
      this.own(at(name));
    }
    writeFileSync(
      at("pgbackrest.conf"),
      [
        "[global]",
        `repo1-path=${at("repo")}`,
        `log-path=${at("log")}`,
        `lock-path=${at("lock")}`,
        "start-fast=y",
        "compress-type=none",
        "[levee]",
        `pg1-path=${at("pg")}`,
        `pg1-port=${this.port}`,
        `pg1-socket-path=${this.folder}`,
        "pg1-user=levee",
        "",
      ].join("\n"),
    );
    const locale = ["-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"];
    this.run(join(bin15, "initdb"), ["-D", at("pg"), "-U", "levee", ...locale]);
    const push = `pgbackrest --config=${at("pgbackrest.conf")} --stanza=levee archive-push %p`;
    appendFileSync(
      join(at("pg"), "postgresql.conf"),
      [
        "",
        "listen_addresses = '127.0.0.1'",
        `unix_socket_directories = '${this.folder}'`,
        `port = ${this.port}`,
        "max_connections = 150",
        "wal_level = replica",
        "archive_mode = on",
        `archive_command = '${push}'`,
        "",
      ].join("\n"),
    );
    await this.start();
    await this.rows("create database levee", "postgres");
    this.run("pgbackrest", ["--stanza=levee", "stanza-create"]);
    this.run("pgbackrest", ["--stanza=levee", "backup"]);
  }

  async start(): Promise<void> {
    this.child = spawn(join(bin15, "postgres"), ["-D", join(this.folder, "pg")], {
      ...ownerOf(),
      // What it reads its archive by looks there for its own settings.
      env: { ...process.env, ...this.settings },
      stdio: "ignore",
    });
    for (const end = Date.now() + 120_000; ; await new Promise((r) => setTimeout(r, 200)))
      try {
        const [row] = await this.rows<{ r: boolean }>(
          "select pg_is_in_recovery() as r",
          "postgres",
        );
        if (!row!.r) return;
      } catch (error) {
        if (Date.now() > end) throw error;
      }
  }

  async rows<T>(text: string, name = "levee"): Promise<T[]> {
    const client = new pg.Client({
      connectionString: `postgres://levee@127.0.0.1:${this.port}/${name}`,
    });
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query(text)).rows as T[];
    } finally {
      await client.end();
    }
  }

  /** Ends the segment that is written, so that the archive has what was written until now. */
  async archive(): Promise<void> {
    await this.rows("select pg_switch_wal()");
    this.run("pgbackrest", ["--stanza=levee", "check"]);
  }

  async stop(): Promise<void> {
    if (!this.child || this.child.exitCode !== null) return;
    const ended = once(this.child, "exit");
    this.child.kill("SIGINT");
    await ended;
  }

  /** Brings the database itself back to a minute, as an operator does. */
  async goBack(to: string): Promise<void> {
    await this.stop();
    const target = `${to.replace("T", " ").replace(/Z$/, "")}+00`;
    const how = ["--type=time", `--target=${target}`, "--target-action=promote"];
    this.run("pgbackrest", ["--stanza=levee", "--delta", ...how, "restore"]);
    await this.start();
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
