// Each page has a name of its own over all areas: links and routes are made of it, and two pages of one
// name stop the build.
import fs, { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

// A page stands at the first step of indentation, with its path in the line below.
const page = /^ {2}(\w+): \{\n {4}path:/gm;

/** Pages whose name another page bears before them: `{ rule, file, text }` each. */
export const checkPages = () => {
  const named = new Map();
  return fs
    .globSync("src/{areas,web}/**/*.pages.ts", { cwd: root })
    .filter((file) => !file.endsWith("unbuilt.pages.ts"))
    .toSorted((a, b) => Number(a.includes("planted")) - Number(b.includes("planted")))
    .flatMap((file) =>
      Array.from(readFileSync(join(root, file), "utf8").matchAll(page), ([, name]) => {
        const before = named.get(name);
        if (!before) named.set(name, file);
        return before
          ? [{ rule: "page-twice", file, text: `names its page ${name} as ${before} does` }]
          : [];
      }).flat(),
    );
};
