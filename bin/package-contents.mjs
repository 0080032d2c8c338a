// What a package of the product holds: the files that its commands reach, and the packages that
// these files name, with what those need, as the lock file says.
import { existsSync, globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** What operators run; everything else is in because one of these reaches it. */
export const commands = [
  "backup",
  "files",
  "lift-sign-in",
  "rehearse-upgrade",
  "reset-second-factor",
  "rehearse-pitr",
  "restore",
  "restored",
  "start",
  "supervise",
  "take-over",
];
/** What is handed to auditors and vendors, and runs alone. */
export const verifiers = ["audit-verify", "bid-seal", "export-open", "receipt-verify"];

const entries = () => [
  ...[...commands, ...verifiers].map((name) => `bin/${name}.mjs`),
  "src/keystore/main.ts",
  ...globSync("src/areas/*/*.server.ts"),
];
/** Read as they stand, whoever names them. */
const texts = ["CHANGELOG.md", "LICENSE", "SECURITY.md", "package.json", "package-lock.json"];
/** Made where the screens are built; a package has them in `screens`. */
const madeElsewhere = /^(build\/|node_modules\/|bin\/build(s|)\.mjs$)/;

const manifest = () => JSON.parse(readFileSync("package.json", "utf8"));

const patterns = [
  /^\s*(?:import|export)\s+(?!type\b)(?:[^"';]*?\sfrom\s+)?"([^"]+)"/gm,
  /\bimport\(\s*"([^"]+)"\s*\)/g,
  /\bnew URL\(\s*"(\.[^"]+)",\s*(?:import\.meta\.url|here)\s*,?\s*\)/g,
];
/** What a file imports, starts as a thread or reads, as it names it. */
export const named = (text) =>
  patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name));

const aliasesHere = () =>
  Object.entries(manifest().imports).map(([name, target]) => [
    name.replace("*", ""),
    target.replace("*", "").replace("./", ""),
  ]);

/** The file or folder of this checkout that a file names; null for a package. */
export const resolved = (file, name, aliases = aliasesHere()) => {
  if (name.startsWith(".")) return normalize(join(dirname(file), name));
  const alias = aliases.find(([short]) => name === short || name.startsWith(short));
  return alias ? alias[1] + name.slice(alias[0].length) : null;
};

/** The files of a folder and of those within it, but for folders of the name `without`. */
const filesBelow = (folder, without = "") =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const at = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === without ? [] : filesBelow(at, without);
    return entry.isFile() ? [at] : [];
  });

/**
 * The files of this checkout that run on a server, by their paths from its root in order: what the
 * commands import, the threads they start and the data they read. No test, no screen.
 */
export const serverFiles = () => {
  const aliases = aliasesHere();
  const found = new Set(texts);
  const open = entries();
  while (open.length) {
    const file = open.pop();
    if (found.has(file) || madeElsewhere.test(file) || !existsSync(file)) continue;
    if (statSync(file).isDirectory()) {
      for (const each of filesBelow(file)) found.add(each);
      continue;
    }
    found.add(file);
    if (!/\.(ts|mjs)$/.test(file)) continue;
    for (const name of named(readFileSync(file, "utf8"))) {
      const at = resolved(file, name, aliases);
      if (at !== null) open.push(at);
    }
  }
  return [...found].sort();
};

/** The dependencies of package.json that these files name. */
const namedPackages = (files) => {
  const text = files
    .filter((file) => /\.(ts|mjs)$/.test(file))
    .map((file) => readFileSync(file, "utf8").replace(/^import type [^;]*;/gm, ""))
    .join("\n");
  return Object.keys(manifest().dependencies).filter((name) =>
    [`"${name}"`, `"${name}/`, `\`${name}/`].some((quoted) => text.includes(quoted)),
  );
};

/** The Node that a package brings, as the folder of its package. */
export const nodePackage = `node-${process.platform}-${process.arch}`;

/** Where a package that another one asks for lies, as Node finds it; null where it is not locked. */
const placeOf = (locked, from, name) => {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    const place = `${at ? `${at}/` : ""}node_modules/${name}`;
    if (locked[place]) return place;
    if (!at) return null;
  }
};

const needsOf = ({
  dependencies,
  optionalDependencies,
  peerDependencies,
  peerDependenciesMeta,
}) => [
  ...Object.keys(dependencies ?? {}).map((name) => [name, false]),
  ...Object.keys(optionalDependencies ?? {}).map((name) => [name, true]),
  ...Object.keys(peerDependencies ?? {}).map((name) => [
    name,
    peerDependenciesMeta?.[name]?.optional === true,
  ]),
];

/**
 * The folders of these packages and of those that they need on this kind of machine, in order.
 * @throws with the name of one that is not installed.
 */
export const packagesWith = (names) => {
  const locked = JSON.parse(readFileSync("package-lock.json", "utf8")).packages;
  const found = new Set();
  const open = names.map((name) => [`node_modules/${name}`, false]);
  while (open.length) {
    const [place, optional] = open.pop();
    if (found.has(place)) continue;
    if (!existsSync(place)) {
      if (optional) continue;
      throw new Error(
        `${place} is not installed here. Run npm ci, and then npm run package again.`,
      );
    }
    found.add(place);
    for (const [name, free] of needsOf(locked[place])) {
      if (name.startsWith("@types/")) continue;
      const next = placeOf(locked, place, name);
      if (next && !(free && locked[next].dev)) open.push([next, free || locked[next].optional]);
    }
  }
  return [...found].sort();
};

/** The folders of the packages that these files need: Node, and what they name. */
export const serverPackages = (files) => packagesWith([...namedPackages(files), nodePackage]);

// What a package carries for whoever programs against it.
const forProgrammers = /\.(map|md|markdown|d\.[cm]?ts|[cm]?tsx?|flow|tsbuildinfo)$|\/\.[^/]+$/i;
const ofNode = /^node_modules\/node-[^/]+\/(bin\/node|LICENSE|package\.json)$/;

/** The files of these packages that a server needs, with every licence. */
export const packageFiles = (folders) =>
  folders
    .flatMap((folder) => filesBelow(folder, "node_modules"))
    .filter((file) =>
      file.startsWith(`node_modules/${nodePackage}/`)
        ? ofNode.test(file)
        : !forProgrammers.test(file),
    )
    .sort();
