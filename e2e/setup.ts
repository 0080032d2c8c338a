import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const port = 3900 + Math.floor(Math.random() * 90);

const ready = async (url: string, child: ChildProcess) => {
  for (const end = Date.now() + 180_000; Date.now() < end; ) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode} before it was ready`);
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((r) => setTimeout(r, 250));
  }
  throw new Error("the server was not ready within three minutes");
};

/** Starts the product as a stranger would, on a fresh data folder with the demo story, once for all journeys. */
export default async () => {
  if (process.env.E2E_URL) return; // a server that is already there, while writing journeys
  const data = mkdtempSync(join(tmpdir(), "levee-e2e-"));
  const child = spawn(process.execPath, ["--max-semi-space-size=8", "bin/start.mjs"], { env: { ...process.env, PORT: String(port), LEVEE_DATA_DIR: data, LEVEE_DEV: "on", DATABASE_URL: "" }, stdio: ["ignore", process.env.E2E_LOG ? "inherit" : "ignore", "inherit"] });
  const url = `http://localhost:${port}`;
  process.env.E2E_URL = url;
  process.env.E2E_DATA = data;
  try {
    await ready(url, child);
  } catch (error) {
    child.kill("SIGTERM");
    throw error;
  }
  return async () => {
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGTERM");
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
};
