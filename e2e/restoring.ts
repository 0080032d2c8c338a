// A server of one's own on a data folder that is lost and restored, by the commands that people run.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { freePort } from "./data.ts";
import { password } from "./people.ts";

/** `said` is what it told so far of its start. */
export type Running = {
  url: string;
  child: ChildProcess;
  said: () => string;
  stop: () => Promise<void>;
};

/** Another checkout than this one, and a port that is known before. */
type Where = { root?: string; port?: number };

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
  { root = ".", port: known }: Where = {},
): Promise<Running> => {
  const port = known ?? (await freePort());
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, ["--max-semi-space-size=8", join(root, "bin/start.mjs")], {
    env: { ...settingsOf(data, settings), PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let told = "";
  child.stdout.on("data", (piece: Buffer) => {
    told += piece.toString("utf8");
    if (process.env.E2E_LOG) process.stdout.write(piece);
  });
  const said = () => told;
  const ended = once(child, "exit");
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  for (const end = Date.now() + 840_000; ; await new Promise((r) => setTimeout(r, 200))) {
    if ((await fetch(`${url}/readyz`).catch(() => null))?.ok) return { url, child, said, stop };
    if (child.exitCode !== null || Date.now() > end) {
      await stop();
      throw new Error("the server did not become ready");
    }
  }
};

export type Said = { code: number | null; said: string };

/** What a start says until it ends, or for three minutes; its code is null where it did not end by itself. */
export const saidAtStart = async (
  data: string,
  settings: Record<string, string>,
): Promise<Said> => {
  const child = spawn(process.execPath, ["bin/start.mjs"], {
    env: { ...settingsOf(data, settings), PORT: String(await freePort()) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (piece: Buffer) => (said += piece.toString("utf8")));
  const ended = once(child, "exit") as Promise<[number | null]>;
  const least = new Promise<null>((done) => setTimeout(done, 180_000, null));
  const first = await Promise.race([ended, least]);
  child.kill("SIGTERM");
  await ended;
  return { code: first?.[0] ?? null, said };
};

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
