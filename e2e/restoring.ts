// A server of one's own on a data folder that is lost and restored, by the commands that people run.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { freePort } from "./data.ts";

import { password } from "./people.ts";

export type Running = { url: string; child: ChildProcess; stop: () => Promise<void> };

const settingsOf = (data: string, settings: Record<string, string>) => ({
  ...process.env,
  LEVEE_DATA_DIR: data,
  DATABASE_URL: "",
  LEVEE_DEV: "on",
  LEVEE_SKIP_BUILD: "on",
  ...settings,
});

/** Starts the product on a data folder that stays when it stops. */
export const startOn = async (
  data: string,
  settings: Record<string, string> = {},
): Promise<Running> => {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, ["--max-semi-space-size=8", "bin/start.mjs"], {
    env: { ...settingsOf(data, settings), PORT: String(port) },
    stdio: ["ignore", process.env.E2E_LOG ? "inherit" : "ignore", "inherit"],
  });
  const ended = once(child, "exit");
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  for (const end = Date.now() + 840_000; ; await new Promise((r) => setTimeout(r, 200))) {
    if ((await fetch(`${url}/readyz`).catch(() => null))?.ok) return { url, child, stop };
    if (child.exitCode !== null || Date.now() > end) {
      await stop();
      throw new Error("the server did not become ready");
    }
  }
};

export type Said = { code: number | null; said: string };

/** Runs a command of `bin` to its end. `begun` gets the process, so that it can be killed. */
export const command = async (
  name: "backup" | "restore" | "restored" | "rehearse-pitr" | "files",
  args: readonly string[],
  data: string,
  settings: Record<string, string> = {},
  begun: (child: ChildProcess) => void = () => {},
): Promise<Said> => {
  const child = spawn(process.execPath, [`bin/${name}.mjs`, ...args], {
    env: settingsOf(data, settings),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (piece: Buffer) => (said += piece.toString("utf8")));
  begun(child);
  const [code] = (await once(child, "close")) as [number | null];
  return { code, said };
};

/** Signs somebody of the demo in; gives the answer of the server. */
export const signInAt = async (url: string, email: string) =>
  (await (
    await fetch(`${url}/auth/v1/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ grant_type: "password", email, password }),
    })
  ).json()) as { access_token: string; refresh_token: string };

/** Calls the API as somebody who is signed in, or as a program with its key. */
export const caller =
  (url: string, token: string) =>
  async <T>(asked: string, body?: object, version?: number): Promise<T> => {
    const [method, path] = asked.split(" ") as [string, string];
    const answer = await fetch(`${url}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "idempotency-key": crypto.randomUUID(),
        ...(version !== undefined && { "if-match": `"${version}"` }),
      },
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${asked}: ${answer.status} ${text}`);
    const isJson = /json(;|$)/.test(answer.headers.get("content-type") ?? "");
    return (isJson ? JSON.parse(text) : text) as T;
  };
export type Call = ReturnType<typeof caller>;
