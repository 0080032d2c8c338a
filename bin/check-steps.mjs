// Addresses of steps and acts are made by `src/server/http/steps.ts` and `acts.ts`, never by hand: so
// a step has the permission of its lifecycle, and no other.
import fs, { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

const homes = new Set(["src/server/http/steps.ts", "src/server/http/acts.ts"]);
const written = /\bpath:\s*[`"'][^`"'\n]*\/actions\//g;

/** Endpoints whose address of a step is written by hand: `{ rule, file, text }` each. */
export const checkSteps = () =>
  fs
    .globSync("src/{areas,server}/**/*.{api,service,server}.ts", { cwd: root })
    .concat(fs.globSync("src/server/**/*.ts", { cwd: root }))
    .filter((file, at, all) => all.indexOf(file) === at && !homes.has(file))
    .filter((file) => !file.endsWith(".test.ts"))
    .flatMap((file) =>
      Array.from(readFileSync(join(root, file), "utf8").matchAll(written), () => ({
        rule: "step-by-hand",
        file,
        text: "writes the address of a step: stepEndpoints, recordAct or actAt of server/http",
      })),
    );
