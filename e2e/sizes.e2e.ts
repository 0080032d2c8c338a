// What a browser must fetch stays small: the limits of docs/decisions/0040-performance.md, measured
// on the build that the journeys use.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

type Sizes = {
  manifest: number;
  shell: number;
  routes: { route: string; files: string[]; bytes: number }[];
};
const { sizesOf, limits } = (await import(new URL("../bin/sizes.mjs", import.meta.url).href)) as {
  sizesOf: (client: string) => Sizes;
  limits: { shell: number; route: number };
};
const { builds } = (await import(new URL("../bin/builds.mjs", import.meta.url).href)) as {
  builds: { at: (name: string) => string; last: (kind: string) => string };
};
const client = join(builds.at(builds.last("dev")), "client");
const kb = (bytes: number) => Math.round(bytes / 1024);
const tooLarge = ({ shell, routes }: Sizes) =>
  [
    { route: "frame", bytes: shell, limit: limits.shell },
    ...routes.map((each) => ({ ...each, limit: limits.route })),
  ]
    .filter(({ bytes, limit }) => bytes > limit * 1024)
    .map(({ route, bytes }) => `${route}: ${kb(bytes)} KB`);

test("the frame stays within 160 KB of gzip JavaScript, every route within 130 KB beyond it", () => {
  const sizes = sizesOf(client);
  expect(sizes.routes.length).toBeGreaterThan(100);
  expect(kb(sizes.shell)).toBeGreaterThan(60);
  expect(tooLarge(sizes)).toEqual([]);
});

test("no screen waits for zod: schemas come with the first rules, or a label was taken from a file that has schemas too", () => {
  const withSchemas = new Map<string, boolean>();
  const holds = (file: string) =>
    withSchemas.get(file) ??
    withSchemas.set(file, readFileSync(join(client, file), "utf8").includes("$ZodType")).get(file)!;
  const { routes } = sizesOf(client);
  expect(routes.filter(({ files }) => files.some(holds)).map(({ route }) => route)).toEqual([
    "vendor-portal/bids/:id",
  ]);
});

test("what floats over a screen is compiled as it comes, not with the press that opens it first", () => {
  const parts = readdirSync(join(client, "assets")).filter((name) =>
    /^overlayParts-.*\.js$/.test(name),
  );
  const files = parts.flatMap((name) => [
    name,
    ...[
      ...readFileSync(join(client, "assets", name), "utf8").matchAll(
        /from"\.\/(dist-[\w-]+\.js)"/g,
      ),
    ].map(([, file]) => file!),
  ]);
  expect(files.length).toBeGreaterThan(1);
  expect(
    files.filter(
      (name) =>
        !readFileSync(join(client, "assets", name), "utf8").startsWith(
          "//# allFunctionsCalledOnLoad",
        ),
    ),
  ).toEqual([]);
});

test("a frame and a route that are too large are named; what stands above a route is not counted twice", () => {
  const made = mkdtempSync(join(tmpdir(), "levee-sizes-"));
  try {
    mkdirSync(join(made, "assets"));
    const file = (name: string, kilobytes: number) =>
      writeFileSync(join(made, "assets", `${name}.js.gz`), Buffer.alloc(kilobytes * 1024));
    for (const [name, size] of [
      ["entry", 100],
      ["frame", 61],
      ["small", 130],
      ["large", 60],
      ["part", 71],
    ] as const)
      file(name, size);
    const at = (name: string) => `/assets/${name}.js`;
    const routes = {
      frame: { id: "frame", module: at("frame"), imports: [at("entry")] },
      small: {
        id: "small",
        parentId: "frame",
        path: "small",
        module: at("small"),
        imports: [at("entry"), at("frame")],
      },
      large: {
        id: "large",
        parentId: "frame",
        path: "large",
        module: `${at("large")}?route`,
        imports: [at("part"), at("part")],
      },
    };
    writeFileSync(
      join(made, "assets", "manifest-1.js"),
      `window.list=${JSON.stringify({ entry: { module: at("entry") }, routes })};`,
    );
    expect(tooLarge(sizesOf(made))).toEqual(["frame: 161 KB", "large: 131 KB"]);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
});
