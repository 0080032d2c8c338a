import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ownerOf, places } from "../../src/server/db/embedded/binaries.ts";
import { shipped, type Caller } from "./program.ts";

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

const alive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
};

/**
 * The product on a data folder of its own, started by `bin/start.mjs` as a stranger would, and
 * killed as a power cut would.
 */
export class Victim {
  readonly dataDir = mkdtempSync(join(tmpdir(), "levee-crash-"));
  readonly port: number;
  private readonly env: Record<string, string>;
  private child: ChildProcess | undefined;
  private said = "";

  constructor(port: number, env: Record<string, string> = { LEVEE_DEMO: "off" }) {
    this.port = port;
    this.env = env;
    chmodSync(this.dataDir, 0o755); // the database's own user must enter it
  }

  /**
   * Starts the product and waits until it answers; gives the milliseconds that it took. Throws with
   * its output when it does not.
   */
  async start(): Promise<number> {
    const from = performance.now();
    this.said = "";
    const child = spawn(process.execPath, [...shipped.flags, "bin/start.mjs"], {
      env: {
        ...process.env,
        ...shipped.env,
        NODE_ENV: "production",
        PORT: String(this.port),
        LEVEE_DATA_DIR: this.dataDir,
        DATABASE_URL: "",
        ...this.env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on(
        "data",
        (part: Buffer) => void (this.said = (this.said + part.toString("utf8")).slice(-4000)),
      );
    this.child = child;
    while (performance.now() - from < 180_000) {
      if (child.exitCode !== null) throw new Error(`the server did not start:\n${this.said}`);
      if ((await fetch(`http://127.0.0.1:${this.port}/readyz`).catch(() => null))?.ok)
        return performance.now() - from;
      await pause(25);
    }
    throw new Error(`the server was not ready within three minutes:\n${this.said}`);
  }

  /** The database's own folder, which is elsewhere where its user cannot reach the checkout. */
  private get database(): string {
    return places(this.dataDir, ownerOf(), () => {}).folder;
  }

  /** Pid and address of the postmaster of this data folder. */
  postmaster(): { pid: number; url: string } {
    const lines = readFileSync(join(this.database, "postmaster.pid"), "utf8").split("\n");
    const password = readFileSync(join(this.dataDir, "postgres.password"), "utf8");
    const port = Number(lines[3]);
    return {
      pid: Number(lines[0]),
      url: `postgres://levee_owner:${password}@127.0.0.1:${port}/levee`,
    };
  }

  /** kill -9 of the server, and of its postmaster where asked. */
  async kill(database: boolean): Promise<void> {
    const child = this.child!;
    const postmaster = this.postmaster();
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGKILL");
    if (database) process.kill(postmaster.pid, "SIGKILL");
    await ended;
    while (database && alive(postmaster.pid)) await pause(10);
  }

  get pid(): number {
    return this.child!.pid!;
  }

  /** Stops in order and waits for the end. */
  async stop(): Promise<void> {
    const child = this.child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGTERM");
    await ended;
  }

  /** Stops in order, checks that the database went with it, and removes the folder. */
  async end(): Promise<{ databaseLeft: boolean }> {
    const { database } = this;
    const pid = existsSync(join(database, "postmaster.pid")) ? this.postmaster().pid : 0;
    await this.stop();
    const databaseLeft = pid > 0 && alive(pid);
    if (databaseLeft) process.kill(pid, "SIGINT");
    while (pid > 0 && alive(pid)) await pause(20);
    rmSync(this.dataDir, { recursive: true, force: true });
    if (!database.startsWith(this.dataDir))
      rmSync(dirname(database), { recursive: true, force: true });
    return { databaseLeft };
  }
}

export type Acknowledged = { key: string; path: string; id: string; at: number };

/**
 * A client that gives every write an Idempotency-Key and repeats it under the same key until it is
 * answered; answers are kept outside of the server.
 */
export const steady =
  (call: Caller, ledger: Acknowledged[], repeated: { count: number }): Caller =>
  async (method, path, options = {}) => {
    const key = method === "GET" ? undefined : randomUUID();
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await call<any>(method, path, { ...options, key });
        if (key) ledger.push({ key, path, id: String(answer.id), at: Date.now() });
        if (attempt > 1) repeated.count++;
        return answer;
      } catch (error) {
        const status = (error as { status?: number }).status;
        if (status !== undefined && status < 500) throw error;
        if (attempt > 600) throw error;
        await pause(100);
      }
    }
  };
