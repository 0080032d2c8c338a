// Who may reach whom. Five rules over the graph of imports: types count as well, since what a file
// names it depends on.
import "./prepare.mjs";
import fs, { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const { default: ts } = await import("typescript");

const SERVER = /\.(tables|service|api|jobs|seed|server)\.ts$|^src\/server\//;
const DOOR = /\.(public|server|pages)\.ts$|\.ui\.tsx$/;
const TEST = /\.test\.tsx?$/;
const LEFT_OUT = /^src\/server\/testing\/|^src\/access\.test\.ts$/;
const IMPURE = /^node_modules\/(react|react-dom|react-router|fastify|pg|drizzle-orm)$/;

/** The folders that `#kernel/…` and its like stand for, as package.json says. */
const aliases = Object.entries(JSON.parse(readFileSync("package.json", "utf8")).imports).map(
  ([name, target]) => [name.replace("*", ""), target.replace("*", "").replace("./", "")],
);

/** The file, or the package as `node_modules/<name>`, that a file names. */
const resolved = (file, specifier) => {
  if (specifier.startsWith(".")) return normalize(join(dirname(file), specifier));
  const alias = aliases.find(([name]) => specifier === name || specifier.startsWith(name));
  if (alias) return alias[1] + specifier.slice(alias[0].length);
  const [scope, name] = specifier.split("/");
  return `node_modules/${scope.startsWith("@") ? `${scope}/${name}` : scope}`;
};

/** Every file of `src` with what it imports, in the order of its text. */
export const readGraph = () => {
  const graph = new Map();
  for (const file of fs.globSync("src/**/*.{ts,tsx}").sort()) {
    if (LEFT_OUT.test(file)) continue;
    const { importedFiles } = ts.preProcessFile(readFileSync(file, "utf8"), true, true);
    const named = importedFiles.map(({ fileName }) => resolved(file, fileName));
    graph.set(
      file,
      [...new Set(named)].filter((each) => !LEFT_OUT.test(each)),
    );
  }
  return graph;
};

/** For each file of which a file with `isEnd` can be reached: the next one on the way there. */
const waysTo = (graph, isEnd) => {
  const importers = new Map();
  for (const [file, named] of graph)
    for (const each of named) importers.set(each, [...(importers.get(each) ?? []), file]);
  const next = new Map();
  const ends = [...new Set([...graph.keys(), ...importers.keys()])].filter(isEnd);
  let border = ends;
  while (border.length) {
    const further = [];
    for (const reached of border)
      for (const file of importers.get(reached) ?? [])
        if (!next.has(file)) {
          next.set(file, reached);
          further.push(file);
        }
    border = further;
  }
  return { next, isEnd };
};

const wayFrom = (file, { next, isEnd }) => {
  const way = [];
  for (let at = next.get(file); at; at = next.get(at)) {
    way.push(at);
    if (isEnd(at)) break;
  }
  return way.join(" → ");
};

const reaching = (rule, graph, from, isEnd) => {
  const ways = waysTo(graph, isEnd);
  return [...graph.keys()]
    .filter((file) => from(file) && ways.next.has(file))
    .map((file) => ({ rule, file, text: `reaches ${wayFrom(file, ways)}` }));
};

const naming = (rule, graph, from, isForbidden) =>
  [...graph].flatMap(([file, named]) =>
    from(file)
      ? named
          .filter((each) => isForbidden(each, file))
          .map((each) => ({ rule, file, text: `names ${each}` }))
      : [],
  );

/** Circles of files that name each other (Tarjan, without recursion). */
const circles = (graph) => {
  const index = new Map();
  const low = new Map();
  const open = [];
  const isOpen = new Set();
  const found = [];
  for (const root of graph.keys()) {
    if (index.has(root)) continue;
    const work = [{ file: root, at: 0 }];
    while (work.length) {
      const step = work.at(-1);
      const { file } = step;
      if (step.at === 0) {
        index.set(file, index.size);
        low.set(file, index.get(file));
        open.push(file);
        isOpen.add(file);
      }
      const next = graph.get(file)[step.at++];
      if (next !== undefined) {
        if (!graph.has(next)) continue;
        if (!index.has(next)) work.push({ file: next, at: 0 });
        else if (isOpen.has(next)) low.set(file, Math.min(low.get(file), index.get(next)));
        continue;
      }
      work.pop();
      const above = work.at(-1)?.file;
      if (above) low.set(above, Math.min(low.get(above), low.get(file)));
      if (low.get(file) !== index.get(file)) continue;
      const circle = open.splice(open.indexOf(file));
      for (const each of circle) isOpen.delete(each);
      if (circle.length > 1 || graph.get(file).includes(file)) found.push(circle);
    }
  }
  return found;
};

const areaOf = (file) => /^src\/areas\/([^/]+)\//.exec(file)?.[1];

/** What breaks a boundary: `{ rule, file, text }`. Throws where hardly a file was read. */
export const checkBoundaries = () => {
  const graph = readGraph();
  if (graph.size < 100) throw new Error(`boundaries: only ${graph.size} modules were read`);
  const lost = naming(
    "names-what-exists",
    graph,
    () => true,
    (each) => !each.startsWith("node_modules/") && !graph.has(each) && !existsSync(each),
  );
  return [
    ...lost.filter(({ text }) => !/\+types|\?/.test(text)),
    ...naming(
      "areas-meet-at-doors",
      graph,
      (file) => areaOf(file) && !TEST.test(file),
      (each, file) => areaOf(each) && areaOf(each) !== areaOf(file) && !DOOR.test(each),
    ),
    ...reaching(
      "browser-never-reaches-server",
      graph,
      (file) => (file.endsWith(".tsx") || file.startsWith("src/web/")) && !TEST.test(file),
      (each) => SERVER.test(each),
    ),
    ...reaching(
      "models-stay-pure",
      graph,
      (file) => /\.(model|public|labels)\.ts$/.test(file),
      (each) => SERVER.test(each) || IMPURE.test(each),
    ),
    ...naming(
      "kernel-and-kit-know-no-area",
      graph,
      (file) => /^src\/(kernel|web\/kit)\//.test(file),
      (each) => each.startsWith("src/areas/"),
    ),
    ...circles(graph).map((circle) => ({
      rule: "no-cycles",
      file: circle[0],
      text: `stands in a circle: ${circle.join(" → ")}`,
    })),
  ];
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const findings = checkBoundaries();
  for (const each of findings) console.log(`${each.file} ${each.text} (${each.rule})`);
  process.exit(findings.length ? 1 : 0);
}
