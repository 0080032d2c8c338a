// Types, lint, boundaries, unit and service tests. `check(log)` throws on the first failing part and gives the number of tests.
import "./prepare.mjs";
import { spawn, spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const node = process.execPath;
const bin = (path) => join(root, "node_modules", path);

/** Runs a part with its output shown; throws with its name when it fails. */
export const run = (name, command, args, options = {}) => {
  const started = Date.now();
  const done = spawnSync(command, args, { cwd: root, stdio: "inherit", ...options });
  if (done.status !== 0) throw new Error(`${name} failed`);
  console.log(`  ${name}: ${((Date.now() - started) / 1000).toFixed(1)} s`);
};

const cruise = (args) => spawnSync(node, [bin("dependency-cruiser/bin/dependency-cruiser.mjs"), ...args, "--config", ".dependency-cruiser.cjs", "--output-type", "err"], { cwd: root, encoding: "utf8" });

// The tool has a mode in which it reads nothing and passes: plant one violation of each kind that matters and demand that it is reported.
const boundaries = () => {
  const folder = join(root, "src/areas/planted");
  const planted = ["areas-meet-at-doors", "browser-never-reaches-server", "kernel-and-kit-know-no-area"];
  const kernel = join(root, "src/kernel/planted.ts");
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(join(folder, "Planted.tsx"), 'import { runMatch } from "../finance/invoice/match.service.ts";\nexport const planted = runMatch;\n');
    writeFileSync(kernel, 'import { financePages } from "../areas/finance/finance.pages.ts";\nexport const planted = financePages;\n');
    const answer = cruise(["src"]).stdout;
    for (const rule of planted) if (!answer.includes(rule)) throw new Error(`boundaries: the planted violation of ${rule} was not reported, so the check proves nothing\n${answer}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(kernel, { force: true });
  }
  const real = cruise(["src"]);
  if (real.status !== 0) throw new Error(`boundaries failed\n${real.stdout}${real.stderr}`);
  const read = Number(/\((\d+) modules/.exec(real.stdout)?.[1] ?? 0);
  if (read < 100) throw new Error(`boundaries: only ${read} modules were read`);
  console.log(`  boundaries: ${read} modules, no violation; the planted ones were reported`);
};

const vitestCommand = (name, args) => {
  const file = join(root, ".cache", `${name}.json`);
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  return { file, command: [bin("vitest/vitest.mjs"), "run", "--reporter=default", "--reporter=json", `--outputFile=${file}`, ...args] };
};
const figuresOf = (file, status) => {
  try {
    const result = JSON.parse(readFileSync(file, "utf8"));
    return { passed: result.numPassedTests, failed: result.numFailedTests + (status === 0 ? 0 : result.numFailedTests ? 0 : 1) };
  } catch {
    return { passed: 0, failed: 1 };
  }
};

/** Runs vitest with a configuration; gives how many tests passed and failed. */
export const vitest = (name, args) => {
  const { file, command } = vitestCommand(name, args);
  return figuresOf(file, spawnSync(node, command, { cwd: root, stdio: "inherit" }).status);
};

/** The same, beside others: what it says is kept and said at its end. */
export const vitestBeside = (name, args) => new Promise((done) => {
  const { file, command } = vitestCommand(name, args), said = join(root, ".cache", `${name}.log`), out = openSync(said, "w");
  spawn(node, command, { cwd: root, stdio: ["ignore", out, out] }).once("exit", (status) => {
    closeSync(out);
    process.stdout.write(readFileSync(said));
    done(figuresOf(file, status));
  });
});

export const check = () => {
  console.log("check");
  run("routes and types", node, [bin("@react-router/dev/bin.cjs"), "typegen"], { stdio: ["ignore", "ignore", "inherit"] });
  run("types", node, [bin("ts7/bin/tsc"), "-p", "."]);
  run("lint", node, [bin("oxlint/bin/oxlint"), "--quiet"]);
  boundaries();
  return vitest("unit", []);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const { passed, failed } = check();
    console.log(`${passed} passed, ${failed} failed`);
    process.exit(failed ? 1 : 0);
  } catch (error) {
    console.error(error.message);
    console.log("0 passed, 1 failed");
    process.exit(1);
  }
}
