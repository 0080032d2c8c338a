// A first start that somebody stops, or that the machine stops, while the demo is loaded.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { freePort, makeData, removeData } from "./data.ts";

const password = process.env.LEVEE_DEMO_PASSWORD ?? "Levee-demo-2026!";

const start = (port: number, data: string): ChildProcess => {
  const child = spawn(process.execPath, ["--max-semi-space-size=8", "bin/start.mjs"], {
    env: {
      ...process.env,
      PORT: String(port),
      LEVEE_DATA_DIR: data,
      DATABASE_URL: "",
      LEVEE_SKIP_BUILD: "on",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout!.setEncoding("utf8");
  return child;
};
const says = (child: ChildProcess, words: RegExp): Promise<string> =>
  new Promise((done, fail) => {
    let text = "";
    child.stdout!.on("data", (piece: string) => {
      text += piece;
      if (words.test(text)) done(text);
    });
    child.once("exit", (code) =>
      fail(new Error(`ended with ${code} before it said ${words}: ${text}`)),
    );
  });

test(
  "stopped half-way, by Ctrl-C and by a crash, the next start begins the demo anew and is whole",
  { timeout: 240_000 },
  async () => {
    const data = makeData();
    const port = await freePort();
    const url = `http://localhost:${port}`;
    try {
      for (const signal of ["SIGINT", "SIGKILL"] as const) {
        const child = start(port, data);
        await says(child, /purchases of Carver County/);
        child.removeAllListeners("exit");
        child.kill(signal);
        await once(child, "exit");
      }
      const child = start(port, data);
      const text = await says(child, /admin@second/);
      child.removeAllListeners("exit");
      expect(text).toContain("it begins anew");
      const token = (await (
        await fetch(`${url}/auth/v1/token`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({
            grant_type: "password",
            email: "buyer@demo.levee.test",
            password,
          }),
        })
      ).json()) as { access_token: string };
      const count = async (path: string) =>
        (
          (await (
            await fetch(`${url}${path}`, {
              headers: { authorization: `Bearer ${token.access_token}` },
            })
          ).json()) as { total: number }
        ).total;
      expect(await count("/api/v1/requisitions?limit=1")).toBeGreaterThanOrEqual(350);
      expect(await count("/api/v1/vendors?limit=1")).toBe(124);
      child.kill("SIGINT");
      await once(child, "exit");
    } finally {
      removeData(data);
    }
  },
);
