// A stranger's machine: a clone without packages, an empty npm cache, and the one command.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./crashing.ts";

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
const MOST_MS = 600_000;

/** Seconds from one line of the log to another one; null where either was not said. */
const between = (log: string, from: RegExp, to: RegExp): number | null => {
  const at = (line: RegExp) =>
    Number(new RegExp(`([\\d.]+) s  ${line.source}`).exec(log)?.[1] ?? NaN);
  const seconds = at(to) - at(from);
  return Number.isNaN(seconds) ? null : seconds;
};

/** What of a start went where, in seconds; screens and story run beside each other. */
export const sharesOf = (log: string) => ({
  packages: Number(/Packages installed in (\d+) s/.exec(log)?.[1] ?? 0),
  database: between(log, /creating the database/, /demo accounts/),
  screens: between(log, /building the screens/, /screens built/),
  story: between(log, /demo accounts/, /ready/),
});

export class Stranger {
  private readonly home = mkdtempSync(join(tmpdir(), "levee-stranger-"));
  private readonly clone = join(this.home, "levee");
  private child: ChildProcess | undefined;
  private port = 0;
  log = "";

  constructor(root: string) {
    chmodSync(this.home, 0o755);
    const done = spawnSync("git", ["clone", "-q", "--depth", "1", `file://${root}`, this.clone]);
    if (done.status !== 0) throw new Error(`git clone: ${String(done.stderr)}`);
  }

  /** Runs `npm start`; gives the seconds until somebody of the demo is signed in. */
  async start(): Promise<number> {
    this.port = await freePort();
    this.log = "";
    const { NODE_ENV: _, ...env } = process.env;
    const from = performance.now();
    const child = spawn("npm", ["start"], {
      cwd: this.clone,
      detached: true,
      env: { ...env, PORT: String(this.port), npm_config_cache: join(this.home, "npm-cache") },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (part: Buffer) => void (this.log += part.toString("utf8")));
    this.child = child;
    while (performance.now() - from < MOST_MS) {
      if (child.exitCode !== null) throw new Error(`npm start ended:\n${this.log}`);
      if (await this.signsIn()) return (performance.now() - from) / 1000;
      await pause(100);
    }
    throw new Error(`nobody could sign in within ten minutes:\n${this.log}`);
  }

  private async signsIn(): Promise<boolean> {
    const answer = await fetch(`http://127.0.0.1:${this.port}/auth/v1/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        grant_type: "password",
        email: "manager@demo.levee.test",
        password: "Levee-demo-2026!",
      }),
    }).catch(() => null);
    return answer?.ok === true;
  }

  /** Stops in order and waits for the end of all that `npm start` began. */
  async stop(): Promise<void> {
    const child = this.child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((done) => child.once("close", done));
    process.kill(-child.pid!, "SIGTERM");
    await ended;
  }

  async end(): Promise<void> {
    await this.stop();
    rmSync(this.home, { recursive: true, force: true });
  }
}
