import { spawn } from "node:child_process";
import { demoData, freePort, removeData, whole } from "./data.ts";

/** What the four demo roles find on the first morning, before any journey changes it. */
const morning = async (url: string) => {
  const seen: Record<string, { counts: unknown; notices: string[]; waiting: string[] }> = {};
  for (const name of ["admin", "manager", "user", "platform"]) {
    const token = (await (
      await fetch(`${url}/auth/v1/token`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          grant_type: "password",
          email: `${name}@demo.levee.test`,
          password: process.env.LEVEE_DEMO_PASSWORD ?? "Levee-demo-2026!",
        }),
      })
    ).json()) as { access_token: string };
    const get = async <T>(path: string): Promise<T> =>
      (
        await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token.access_token}` } })
      ).json() as Promise<T>;
    const titles = ({ items }: { items: { title: string }[] }) => items.map((item) => item.title);
    seen[name] = {
      counts: await get("/api/v1/me/counts"),
      notices: titles(await get("/api/v1/notifications?unread=true")),
      waiting: titles(await get("/api/v1/me/waiting")),
    };
  }
  return seen;
};

/**
 * Starts the product as a stranger would, on a data folder with the demo story, once for all
 * journeys.
 */
export default async () => {
  if (process.env.E2E_URL) return; // a server that is already there, while writing journeys
  const port = await freePort();
  const data = demoData();
  const child = spawn(process.execPath, ["--max-semi-space-size=8", "bin/start.mjs"], {
    env: {
      ...process.env,
      PORT: String(port),
      LEVEE_DATA_DIR: data,
      LEVEE_DEV: "on",
      DATABASE_URL: "",
    },
    stdio: ["ignore", process.env.E2E_LOG ? "inherit" : "ignore", "inherit"],
  });
  const url = `http://localhost:${port}`;
  process.env.E2E_URL = url;
  process.env.E2E_DATA = data;
  try {
    await whole(url, () => child.exitCode);
  } catch (error) {
    child.kill("SIGTERM");
    throw error;
  }
  process.env.E2E_MORNING = JSON.stringify(await morning(url));
  // Further instances of this run use the same build, and do not look whether it is fresh.
  process.env.LEVEE_SKIP_BUILD = "on";
  return async () => {
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGTERM");
    await ended;
    removeData(data);
  };
};
