// An empty Debian machine: a clean tree made by mmdebstrap, booted by systemd-nspawn beside this one, whose
// network it shares.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
const packages = [
  ...["systemd", "systemd-sysv", "dbus", "adduser", "ca-certificates", "libstdc++6"],
  "postgresql-15",
];

/** Whether this machine can stand an empty one in: root, and the two programs of Debian. */
export const canStandIn = (): boolean =>
  process.getuid?.() === 0 &&
  ["/usr/bin/mmdebstrap", "/usr/bin/systemd-nspawn"].every((path) => existsSync(path));

export type Said = { code: number | null; said: string };

export class Machine {
  readonly root: string;
  private child: ChildProcess | null = null;
  private leader = 0;

  private constructor(root: string) {
    this.root = root;
  }

  /** Makes the machine and boots it; takes a minute. */
  static async open(): Promise<Machine> {
    const machine = new Machine(join(mkdtempSync(join(tmpdir(), "levee-machine-")), "root"));
    try {
      const made = spawnSync(
        "mmdebstrap",
        [
          ...["--quiet", "--variant=minbase", `--include=${packages.join(",")}`],
          ...["bookworm", machine.root],
        ],
        { encoding: "utf8" },
      );
      if (made.status !== 0) throw new Error(`mmdebstrap: ${made.stderr}`);
      // Another database of this machine may hold the usual port; the server comes in by the socket.
      machine.add("etc/postgresql/15/main/conf.d/own.conf", "listen_addresses = ''\n");
      await machine.boot();
      return machine;
    } catch (error) {
      await machine.close();
      throw error;
    }
  }

  private async boot(): Promise<void> {
    const child = (this.child = spawn(
      "systemd-nspawn",
      [
        ...["--quiet", "--register=no", "--keep-unit", "--console=pipe", "--boot"],
        ...[`--machine=levee-${process.pid}`, `--directory=${this.root}`],
      ],
      { stdio: ["ignore", "ignore", "inherit"] },
    ));
    for (const end = Date.now() + 300_000; ; await pause(200)) {
      const [first] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").split(
        " ",
      );
      this.leader = Number(first);
      const state = this.leader ? this.run("systemctl", "is-system-running").said.trim() : "";
      if (state === "running" || state === "degraded") return;
      if (Date.now() > end) throw new Error(`the machine did not boot: ${state}`);
    }
  }

  /** Runs a command of the machine to its end; what it said is both of its streams. */
  run(command: string, ...args: string[]): Said {
    const done = spawnSync("nsenter", ["-t", String(this.leader), "-a", "--", command, ...args], {
      encoding: "utf8",
      env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", DEBIAN_FRONTEND: "noninteractive" },
      maxBuffer: 64 * 1024 * 1024,
    });
    return { code: done.status, said: done.stdout + done.stderr };
  }

  /** The same, which must end well; gives what it said. */
  must(command: string, ...args: string[]): string {
    const { code, said } = this.run(command, ...args);
    if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code}: ${said}`);
    return said;
  }

  /** What a unit wrote to the journal since it was last asked for. */
  journal(unit: string): string {
    return this.must("journalctl", "-u", unit, "-o", "cat", "--no-pager");
  }

  bring(file: string, to: string): void {
    copyFileSync(file, join(this.root, to));
  }
  add(file: string, text: string): void {
    appendFileSync(join(this.root, file), text);
  }
  /** Replaces words of a file. */
  replace(file: string, words: string, by: string): void {
    const at = join(this.root, file);
    const text = readFileSync(at, "utf8");
    if (!text.includes(words)) throw new Error(`${file} does not say ${words}`);
    writeFileSync(at, text.replace(words, by));
  }

  /** Every file of the machine by its path, but for what the system itself writes all the time. */
  files(): string[] {
    const living =
      /^\.\/(proc|sys|run|dev|tmp|var\/(log|tmp|lib\/(postgresql|dpkg|apt|systemd)|cache\/(apt|ldconfig|debconf)))\//;
    return this.must("sh", "-c", "cd / && find . -xdev")
      .split("\n")
      .filter((path) => path && !living.test(path))
      .sort();
  }

  async close(): Promise<void> {
    if (this.child && this.child.exitCode === null) {
      const ended = once(this.child, "exit");
      this.child.kill("SIGTERM");
      await Promise.race([ended, pause(60_000)]);
      if (this.child.exitCode === null) {
        this.child.kill("SIGKILL");
        await ended;
      }
    }
    rmSync(join(this.root, ".."), { recursive: true, force: true });
  }
}
