// `npm run house`: writes what of the house's description follows from its text: the map of the
// floors in docs/house.md, docs/extension-points.md, and the figures. `--check` names what is stale.
import "./prepare.mjs";
import fs, { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readGraph } from "./check-boundaries.mjs";

const MAP = ["<!-- floors: written by `npm run house` -->", "<!-- end of floors -->"];
const areaOf = (file) => /^src\/areas\/([^/]+)\//.exec(file)?.[1];
const isTest = (file) => /\.(test|setup)\.tsx?$/.test(file);

/** The areas in the order of `src/areas.ts`. */
const areas = () =>
  [...readFileSync("src/areas.ts", "utf8").matchAll(/"#areas\/([^/]+)\/[^"]+\.area\.ts"/g)]
    .map(([, name]) => name)
    .sort();

/** What an area is for: the first sentences of its README, up to a full stop. */
const purposeOf = (area) => {
  const file = `src/areas/${area}/README.md`;
  if (!existsSync(file)) return "";
  const text = readFileSync(file, "utf8").split("\n").slice(1).join("\n").trim();
  return text
    .split("\n\n")[0]
    .split(/(?<=\.)\s/)[0]
    .replaceAll("\n", " ");
};

/** For each area those whose server doors it names; screens may look sideways. */
const neighbours = (graph) => {
  const found = new Map();
  for (const [file, named] of graph) {
    const area = areaOf(file);
    if (!area || isTest(file)) continue;
    const others = found.get(area) ?? found.set(area, new Set()).get(area);
    for (const each of named)
      if (each.endsWith(".server.ts") && areaOf(each) && areaOf(each) !== area)
        others.add(areaOf(each));
  }
  return found;
};

/** How far above the ground an area stands: nobody below it names it. */
const floorsOf = (names, below) => {
  const floors = new Map();
  const floorOf = (area, open = new Set()) => {
    if (floors.has(area)) return floors.get(area);
    if (open.has(area))
      throw new Error(`${[...open].join(" → ")} → ${area}: server doors in a circle`);
    open.add(area);
    const others = [...(below.get(area) ?? [])];
    const floor = others.length ? 1 + Math.max(...others.map((each) => floorOf(each, open))) : 0;
    open.delete(area);
    floors.set(area, floor);
    return floor;
  };
  for (const name of names) floorOf(name);
  return floors;
};

const mapOfFloors = (graph) => {
  const names = areas();
  const below = neighbours(graph);
  const floors = floorsOf(names, below);
  const rows = names
    .toSorted((a, b) => floors.get(a) - floors.get(b) || a.localeCompare(b))
    .map((name) => `| ${floors.get(name)} | \`${name}\` | ${purposeOf(name)} |`);
  return ["| floor | area | what it is for |", "|---|---|---|", ...rows].join("\n");
};

const DECLARED =
  /(?:\/\*\*((?:[^*]|\*(?!\/))*)\*\/\s*)?export const (\w+)(?:: [^=]+)? =\s*extensionPoint(?:<(?:[^<>]|<[^<>]*>)*>)?\(\s*"([^"]+)"/g;
const sentence = (comment) =>
  (comment ?? "")
    .replace(/\s*\n\s*\*\s?/g, " ")
    .replace(/^[\s*]+|[\s*]+$/g, "")
    .split(/(?<=\.)\s/)[0];

/** Every extension point: its name in code, what it is, its owner's file, and who brings to it. */
const extensionPoints = () => {
  const texts = fs
    .globSync("src/{areas,server}/**/*.ts")
    .filter((file) => !isTest(file) && !file.startsWith("src/server/testing/"))
    .map((file) => [file, readFileSync(file, "utf8")]);
  return texts
    .flatMap(([file, text]) =>
      [...text.matchAll(DECLARED)].map(([, comment, name, title]) => ({
        name,
        title,
        file,
        about: sentence(comment),
        bringers: texts
          .filter(([, other]) => new RegExp(`\\b${name}\\.of\\(`).test(other))
          .map(([other]) => areaOf(other) ?? "server"),
      })),
    )
    .map((point) => ({ ...point, bringers: [...new Set(point.bringers)].sort() }))
    .sort((a, b) => a.file.localeCompare(b.file) || a.name.localeCompare(b.name));
};

const pageOfPoints = (points) => {
  const byOwner = Map.groupBy(points, ({ file }) => areaOf(file) ?? "server");
  const parts = [...byOwner].map(([owner, own]) =>
    [
      `## ${owner}`,
      "",
      "| point | what is brought | who brings |",
      "|---|---|---|",
      ...own.map(
        ({ name, title, about, bringers }) =>
          `| \`${name}\` | ${(about || title).replaceAll("|", "\\|")} | ${bringers.join(", ") || "nobody yet"} |`,
      ),
    ].join("\n"),
  );
  return [
    "# Extension points",
    "",
    "Where an area adds something to another one's noun, the owner exports an `extensionPoint` at its server",
    "door, and who adds says `brings: [point.of(…)]` in its `defineArea`. Written by `npm run house`.",
    "",
    parts.join("\n\n"),
    "",
  ].join("\n");
};

const withMap = (text, map) => {
  const [from, to] = MAP.map((mark) => text.indexOf(mark));
  if (from < 0 || to < 0) throw new Error(`docs/house.md lacks the line ${MAP[from < 0 ? 0 : 1]}`);
  return `${text.slice(0, from + MAP[0].length)}\n\n${map}\n\n${text.slice(to)}`;
};

/** Pages of the description that say something else than the text of the house: `{ rule, file, text }`. */
export const staleDescription = (write = false) => {
  const pages = [
    ["docs/house.md", withMap(readFileSync("docs/house.md", "utf8"), mapOfFloors(readGraph()))],
    ["docs/extension-points.md", pageOfPoints(extensionPoints())],
  ];
  const stale = pages.filter(
    ([file, text]) => !existsSync(file) || readFileSync(file, "utf8") !== text,
  );
  if (write) for (const [file, text] of stale) writeFileSync(file, text);
  return stale.map(([file]) => ({ rule: "description", file, text: "is stale: npm run house" }));
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const check = process.argv.includes("--check");
  const stale = staleDescription(!check);
  for (const { file } of stale) console.log(`${file} ${check ? "is stale" : "written"}`);
  process.exit(check && stale.length ? 1 : 0);
}
