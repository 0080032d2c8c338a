// A server of its own under the supervisor, on a copy of the told demo, whose process a journey may kill.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { demoData, freePort, removeData } from "./data.ts";
import { password } from "./people.ts";

export const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

const tokenOf = async (url: string, name: string): Promise<string> => {
  const answer = await fetch(`${url}/auth/v1/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      grant_type: "password",
      email: `${name}@demo.levee.test`,
      password,
    }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
};

/** Asks; while the server is down and starts again, it asks anew under the same Idempotency-Key. */
const callOf =
  (url: string) =>
  async <T>(token: string, path: string, body?: object, version?: number): Promise<T> => {
    const key = crypto.randomUUID();
    for (const end = Date.now() + 120_000; ; await pause(300)) {
      const answer = await fetch(`${url}/api/v1${path}`, {
        ...(body && { method: "POST", body: JSON.stringify(body) }),
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          "idempotency-key": key,
          ...(version !== undefined && { "if-match": `"${version}"` }),
        },
      }).catch(() => null);
      if (answer && answer.status < 500) {
        const said = (await answer.json()) as T;
        if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(said)}`);
        return said;
      }
      if (Date.now() > end) throw new Error(`${path}: no answer within two minutes`);
    }
  };

/**
 * Starts it with these settings and waits until it is ready. `kill` ends its process at once, which the
 * supervisor starts again; `signedIn` gives a token of a demo account, `call` asks the API with it.
 */
export const startSupervised = async (settings: Record<string, string> = {}) => {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const data = demoData();
  const keeper = spawn(process.execPath, ["--max-semi-space-size=8", "bin/supervise.mjs"], {
    env: {
      ...process.env,
      PORT: String(port),
      LEVEE_DATA_DIR: data,
      DATABASE_URL: "",
      LEVEE_DEV: "on",
      LEVEE_SKIP_BUILD: "on",
      ...settings,
    },
    stdio: "ignore",
  });
  const ready = async () => (await fetch(`${url}/readyz`).catch(() => null))?.ok === true;
  const untilReady = async () => {
    for (const end = Date.now() + 180_000; !(await ready()); await pause(200))
      if (Date.now() > end) throw new Error("the server was not ready within three minutes");
  };
  const stop = async () => {
    keeper.kill("SIGTERM");
    await once(keeper, "exit");
    removeData(data);
  };
  const kill = () => {
    const children = readFileSync(`/proc/${keeper.pid}/task/${keeper.pid}/children`, "utf8");
    process.kill(Number(children.trim().split(" ")[0]), "SIGKILL");
  };
  await untilReady();
  const signedIn = (name: string) => tokenOf(url, name);
  return { kill, untilReady, stop, signedIn, call: callOf(url) };
};
export type Supervised = Awaited<ReturnType<typeof startSupervised>>;
