// A PostgreSQL 15 of Debian's packages with a synchronous standby, whose machines a journey may kill.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { ownerOf } from "../src/server/db/embedded/binaries.ts";
import { freePort } from "./data.ts";

export const bin15 = "/usr/lib/postgresql/15/bin";
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
const settings = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
wal_level = replica
max_wal_senders = 10
wal_keep_size = '1GB'
hot_standby = on
max_connections = 200
synchronous_standby_names = 'ANY 1 (*)'
fsync = off
wal_retrieve_retry_interval = '200ms'
`;

type Machine = { at: string; port: number; child: ChildProcess | null };

const run = (name: string, args: string[]): void => {
  const done = spawnSync(join(bin15, name), args, { ...ownerOf(), encoding: "utf8" });
  if (done.status !== 0) throw new Error(`${name}: ${done.stderr}`);
};

/** Two machines, the first of which takes writes; `url` names both. */
export class Cluster {
  private readonly folder: string;
  private readonly machines: [Machine, Machine];
  private primary = 0;

  private constructor(folder: string, ports: [number, number]) {
    this.folder = folder;
    const [one, two] = ports.map((port, at) => ({ at: join(folder, `m${at}`), port, child: null }));
    this.machines = [one!, two!];
  }

  static async open(): Promise<Cluster> {
    const folder = mkdtempSync(join(tmpdir(), "levee-cluster-"));
    const owner = ownerOf();
    chmodSync(folder, 0o755);
    if (owner) chownSync(folder, owner.uid, owner.gid);
    const cluster = new Cluster(folder, [await freePort(), await freePort()]);
    try {
      await cluster.begin();
    } catch (error) {
      await cluster.close();
      throw error;
    }
    return cluster;
  }

  private async begin(): Promise<void> {
    const [first] = this.machines;
    run("initdb", ["-D", first.at, "-U", "levee", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"]);
    appendFileSync(join(first.at, "postgresql.conf"), settings);
    this.start(first);
    await this.ask(first, "create database levee");
    await this.joinStandby();
  }

  private addressOf({ port }: Machine, name = "levee"): string {
    return `postgres://levee@127.0.0.1:${port}/${name}`;
  }

  /** The address of both, as an operator writes it. */
  get url(): string {
    const hosts = this.machines.map(({ port }) => `127.0.0.1:${port}`).join(",");
    return `postgres://levee@${hosts}/levee?target_session_attrs=read-write`;
  }

  /** The same for what is read from a standby. */
  get readUrl(): string {
    return this.url.replace("read-write", "standby");
  }

  /** The address of the machine that takes writes, and of the other one, each alone. */
  get alone(): { primary: string; standby: string } {
    const [primary, standby] = [this.primary, 1 - this.primary].map((at) =>
      this.addressOf(this.machines[at]!),
    );
    return { primary: primary!, standby: standby! };
  }

  /** Asks the standby. */
  onStandby<T>(text: string): Promise<T[]> {
    return this.ask<T>(this.machines[1 - this.primary]!, text, "levee");
  }

  /** Whether a write waits until a standby confirms it. */
  async confirming(wanted: boolean): Promise<void> {
    const names = wanted ? "ANY 1 (*)" : "";
    await this.rows(`alter system set synchronous_standby_names = '${names}'`);
    await this.rows("select pg_reload_conf()");
  }

  /** Ends the standby at once; `rejoin` brings it back as it was. */
  async endStandby(): Promise<void> {
    const { child } = this.machines[1 - this.primary]!;
    const ended = once(child!, "exit");
    child!.kill("SIGKILL");
    await ended;
  }

  rejoin(): void {
    this.start(this.machines[1 - this.primary]!);
  }

  private start(machine: Machine): void {
    machine.child = spawn(join(bin15, "postgres"), ["-D", machine.at, "-p", String(machine.port)], {
      ...ownerOf(),
      stdio: "ignore",
    });
  }

  /** Asks one machine as soon as it answers; what it makes waits for no standby. */
  private async ask<T>(machine: Machine, text: string, name = "postgres"): Promise<T[]> {
    for (const end = Date.now() + 60_000; ; await pause(100)) {
      const client = new pg.Client({
        connectionString: this.addressOf(machine, name),
        options: "-c synchronous_commit=local",
      });
      client.on("error", () => {});
      try {
        await client.connect();
        return (await client.query(text)).rows as T[];
      } catch (error) {
        if (Date.now() > end) throw error;
      } finally {
        await client.end().catch(() => {});
      }
    }
  }

  /** Asks the machine that takes writes. */
  rows<T>(text: string): Promise<T[]> {
    return this.ask<T>(this.machines[this.primary]!, text, "levee");
  }

  /** Makes the other machine anew as a standby of the one that takes writes, and waits until it confirms. */
  async joinStandby(): Promise<void> {
    const from = this.machines[this.primary]!;
    const to = this.machines[1 - this.primary]!;
    rmSync(to.at, { recursive: true, force: true });
    mkdirSync(to.at, { mode: 0o700 });
    const owner = ownerOf();
    if (owner) chownSync(to.at, owner.uid, owner.gid);
    const connection = `host=127.0.0.1 port=${from.port} user=levee`;
    run("pg_basebackup", ["-D", to.at, "-R", "-X", "stream", "-c", "fast", "-d", connection]);
    this.start(to);
    for (const end = Date.now() + 60_000; ; await pause(100)) {
      const [found] = await this.ask<{ n: string }>(
        from,
        "select count(*) as n from pg_stat_replication where sync_state in ('sync', 'quorum')",
      );
      if (found!.n !== "0") return;
      if (Date.now() > end) throw new Error("the standby does not confirm");
    }
  }

  /** Kills the machine that takes writes at once, and promotes the other one. */
  async failOver(): Promise<void> {
    const { child } = this.machines[this.primary]!;
    const ended = once(child!, "exit");
    child!.kill("SIGKILL");
    await ended;
    this.primary = 1 - this.primary;
    run("pg_ctl", ["promote", "-w", "-D", this.machines[this.primary]!.at]);
  }

  /** Starts the machine that was killed as it was: it takes writes without knowing of the other one. */
  comeBack(): void {
    this.start(this.machines[1 - this.primary]!);
  }

  /** Ends the machine that takes writes, so that only the one that came back does. */
  async leaveOnly(): Promise<void> {
    const { child } = this.machines[this.primary]!;
    const ended = once(child!, "exit");
    child!.kill("SIGQUIT");
    await ended;
  }

  async close(): Promise<void> {
    for (const { child } of this.machines) {
      if (!child || child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, "exit");
      child.kill("SIGQUIT");
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}
