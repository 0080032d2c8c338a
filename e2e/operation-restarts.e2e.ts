// What may happen to the machine of a server that people work with: its process dies, a file is
// gone, somebody builds in its checkout.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort, demoData, removeData } from "./data.ts";

import { closeBrowser, password, stranger } from "./people.ts";

let url: string;
let data: string;
let keeper: ChildProcess;
let said = "";
beforeAll(async () => {
  const port = await freePort();
  url = `http://localhost:${port}`;
  data = demoData();
  keeper = spawn(process.execPath, ["--max-semi-space-size=8", "bin/supervise.mjs"], {
    env: {
      ...process.env,
      PORT: String(port),
      LEVEE_DATA_DIR: data,
      DATABASE_URL: "",
      LEVEE_DEV: "on",
      LEVEE_SKIP_BUILD: "on",
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  keeper.stderr!.on("data", (piece: Buffer) => (said += piece.toString("utf8")));
  for (
    const end = Date.now() + 360_000;
    !(await ready());
    await new Promise((r) => setTimeout(r, 250))
  )
    if (Date.now() > end) throw new Error(`the server was not ready within six minutes: ${said}`);
}, 400_000);
afterAll(async () => {
  await closeBrowser();
  keeper.kill("SIGTERM");
  await once(keeper, "exit");
  removeData(data);
});

const ready = async () => (await fetch(`${url}/readyz`).catch(() => null))?.ok === true;
const serverOf = (pid: number) =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")[0]);
const json = async <T>(path: string): Promise<T> => (await (await fetch(url + path)).json()) as T;

test.skipIf(!existsSync("/proc/self/task"))(
  "killed, the server comes back by itself and says so",
  async () => {
    const before = serverOf(keeper.pid!);
    process.kill(before, "SIGKILL");
    await expect
      .poll(() => said)
      .toMatch(/ended by signal SIGKILL .* started again in 1 s \(1 of 5\)/);
    await expect.poll(ready, { timeout: 60_000 }).toBe(true);
    expect(serverOf(keeper.pid!)).not.toBe(before);
  },
);

test("with a stored file gone, anybody who asks for it gets a plain 404, and everybody else is served", async () => {
  const base = "/api/v1/public/solicitations";
  const { items } = await json<{ items: { id: string }[] }>(`${base}?limit=20`);
  const all = await Promise.all(
    items.map(({ id }) =>
      json<{ id: string; documents: { id: string; title: string }[] }>(`${base}/${id}`),
    ),
  );
  const { id, documents } = all.find((each) => each.documents.length > 0)!;
  const document = `${url}${base}/${id}/documents/${documents[0]!.id}`;
  const whole = await fetch(document);
  expect(whole.status).toBe(200);
  await whole.text();
  const sha256 = whole.headers.get("x-sha256")!;
  rmSync(join(data, "files", sha256.slice(0, 2), sha256));
  const gone = await fetch(document);
  expect(gone.headers.get("content-type")).toContain("application/problem+json");
  expect(await gone.json()).toMatchObject({ status: 404, code: "file_missing" });
  expect(await ready()).toBe(true);
  expect(said).toContain("fault file_missing");
  const { page } = await stranger();
  await page.goto(`${url}/auth?next=/rfq-builder/${id}`);
  await page.getByLabel("Email").first().fill("buyer@demo.levee.test");
  await page.getByLabel("Password").first().fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).last().click();
  await page.waitForURL((now) => !now.pathname.startsWith("/auth"));
  await page.goto(`${url}/rfq-builder/${id}`);
  await page.getByRole("button", { name: documents[0]!.title }).first().click();
  await page.getByText("The content of this file is missing on the server.").first().waitFor();
});

test("a build in its checkout takes none of its pages away", async () => {
  const pages = ["/", "/dashboard"];
  const html = await Promise.all(pages.map(async (path) => (await fetch(url + path)).text()));
  const assets = new Set(
    html.flatMap((text) =>
      Array.from(text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g), ([, path]) => path!),
    ),
  );
  expect(assets.size).toBeGreaterThan(5);
  const building = spawn(process.execPath, ["bin/build.mjs"], {
    env: { ...process.env, LEVEE_DEV: "off" },
    stdio: "ignore",
  });
  const built = once(building, "exit");
  const refused: string[] = [];
  const askAll = async () => {
    for (const path of [...pages, ...assets]) {
      const answer = await fetch(url + path);
      await answer.arrayBuffer();
      if (answer.status !== 200) refused.push(`${path} ${answer.status}`);
    }
  };
  while (building.exitCode === null) await askAll();
  expect(await built).toEqual([0, null]);
  await askAll();
  expect(refused).toEqual([]);
  // A whole build beside the server takes minutes on a small machine.
}, 900_000);
