// `npm run bench [name …]`: runs bench/<name>.ts, all without a name; each prints its figures as
// JSON lines. A wrong result fails, a slow one does not.
import "./prepare.mjs";
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const known = readdirSync(join(root, "bench"))
  .filter((name) => name.endsWith(".ts"))
  .map((name) => name.slice(0, -3))
  .sort();
const wanted = process.argv.slice(2);
for (const name of wanted)
  if (!known.includes(name)) {
    console.error(`No such bench: ${name}. There are: ${known.join(", ")}.`);
    process.exit(2);
  }
let failed = 0;
for (const name of wanted.length ? wanted : known) {
  const done = spawnSync(
    process.execPath,
    ["--max-semi-space-size=8", join(root, "bench", `${name}.ts`)],
    { cwd: root, stdio: "inherit" },
  );
  if (done.status !== 0) {
    failed++;
    console.error(`bench ${name} failed`);
  }
}
process.exit(failed ? 1 : 0);
