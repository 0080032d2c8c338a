// The API with the demo county on PORT + 1 (restarts when a server file changes) and the screens on
// PORT with hot replacement.
import "./prepare.mjs";
import { spawn } from "node:child_process";
import { join } from "node:path";

const port = Number(process.env.PORT ?? 3000);
const env = {
  ...process.env,
  LEVEE_DEV: "on",
  LEVEE_ORIGIN: process.env.LEVEE_ORIGIN ?? `http://localhost:${port}`,
};
const children = [
  spawn(
    process.execPath,
    ["--watch-path=src", "--watch-preserve-output", "--max-semi-space-size=8", "bin/start.mjs"],
    { stdio: "inherit", env: { ...env, PORT: String(port + 1), LEVEE_SKIP_BUILD: "on" } },
  ),
  spawn(
    process.execPath,
    [join("node_modules", "@react-router", "dev", "bin.cjs"), "dev", "--port", String(port)],
    { stdio: "inherit", env: { ...env, LEVEE_API: `http://127.0.0.1:${port + 1}` } },
  ),
];
const stop = () => {
  for (const child of children) child.kill("SIGTERM");
};
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
for (const child of children) child.on("exit", stop);
