import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderApart } from "../src/server/db/embedded/binaries.ts";

/** A port that was free a moment ago. */
export const freePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });

/** A fresh data folder that the database's own user may enter, where root starts the server. */
export const makeData = (): string => {
  const data = mkdtempSync(join(tmpdir(), "levee-e2e-"));
  chmodSync(data, 0o755);
  return data;
};

/** Removes a data folder, and its database where that lies elsewhere (a checkout in a closed home). */
export const removeData = (data: string): void => {
  for (const folder of [data, folderApart(data)]) rmSync(folder, { recursive: true, force: true });
};

/** Waits until the server at the address is whole; throws when it ends before, or within seven minutes is not. */
export const whole = async (url: string, ended: () => number | null): Promise<void> => {
  for (const end = Date.now() + 420_000; Date.now() < end;) {
    if (ended() !== null) throw new Error(`the server ended with ${ended()} before it was ready`);
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((r) => setTimeout(r, 250));
  }
  throw new Error("the server was not ready within seven minutes");
};

/**
 * A data folder into which a server told the demo's story and stopped: the servers of a run begin
 * with copies of it (`demoData`), so that the story is told once.
 */
export const tellDemo = async (): Promise<string> => {
  const data = makeData();
  const port = await freePort();
  const child = spawn(process.execPath, ["--max-semi-space-size=8", "bin/start.mjs"], {
    env: {
      ...process.env,
      PORT: String(port),
      LEVEE_DATA_DIR: data,
      LEVEE_DEV: "on",
      DATABASE_URL: "",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise((done) => child.once("exit", done));
  try {
    await whole(`http://localhost:${port}`, () => child.exitCode);
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
  return data;
};

/** A data folder for a server of the journeys: a copy of the told one (E2E_TOLD), else a fresh one. */
export const demoData = (): string => {
  const data = makeData();
  const told = process.env.E2E_TOLD;
  if (told)
    for (const [from, to] of [
      [told, data],
      [folderApart(told), folderApart(data)],
    ] as const)
      if (existsSync(from)) spawnSync("cp", ["-a", `${from}/.`, to], { stdio: "inherit" });
  return data;
};
