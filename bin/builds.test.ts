import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

type Builds = {
  add: (kind: string, name: string, make: (folder: string) => unknown) => Promise<void>;
  use: (name: string | null) => Promise<string | null>;
  last: (kind: string) => string | null;
  at: (name: string) => string;
};
const module = new URL("./builds.mjs", import.meta.url).href;
const { buildsIn } = (await import(module)) as { buildsIn: (folder: string) => Builds };

const [first, second, third] = ["a", "b", "c"].map((letter) => letter.repeat(16)) as [
  string,
  string,
  string,
];
let folder: string;
let builds: Builds;
let server: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "levee-builds-"));
  builds = buildsIn(folder);
});
afterEach(() => {
  server?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});
const add = (name: string, kind = "production") =>
  builds.add(kind, name, (into) => {
    mkdirSync(into, { recursive: true });
    writeFileSync(join(into, "index.html"), name);
  });

test("a build is made beside the one that a server serves, which keeps all its files until the server has gone", async () => {
  await add(first);
  server = spawn(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `
        const { buildsIn } = await import(${JSON.stringify(module)});
        await buildsIn(${JSON.stringify(folder)}).use(${JSON.stringify(first)});
        console.log("served");
        setInterval(() => {}, 1000);
      `,
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  await once(server.stdout!, "data");
  await add(second);
  await add(third);
  expect(builds.last("production")).toBe(third);
  expect(readFileSync(join(builds.at(first), "index.html"), "utf8")).toBe(first);
  expect(existsSync(builds.at(second))).toBe(false);
  server.kill("SIGKILL");
  await once(server, "exit");
  await add(second);
  expect([first, second, third].map((name) => existsSync(builds.at(name)))).toEqual([
    false,
    true,
    false,
  ]);
});

test("one that was not finished is neither served nor pointed to, and does not stay", async () => {
  await add(first);
  await expect(
    builds.add("production", second, (into) => {
      mkdirSync(into, { recursive: true });
      throw new Error("the bundler failed");
    }),
  ).rejects.toThrow("the bundler failed");
  expect(builds.last("production")).toBe(first);
  expect(await builds.use(second)).toBeNull();
  expect(await builds.use(null)).toBeNull();
  mkdirSync(join(folder, ".making-999999999"));
  await add(third);
  expect(existsSync(join(folder, ".making-999999999"))).toBe(false);
});

test("the last build of the other kind stays, and serves where there is none of one's own", async () => {
  await add(first, "dev");
  expect(builds.last("production")).toBe(first);
  await add(second);
  await add(third);
  expect([builds.last("dev"), builds.last("production")]).toEqual([first, third]);
  expect(await builds.use(builds.last("dev"))).toBe(builds.at(first));
});
