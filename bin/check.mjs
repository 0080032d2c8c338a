// Types, lint, boundaries, unit and service tests; with `--changed` only the tests that a change
// reaches. `check()` throws on the first failing part and gives what the tests said.
import "./prepare.mjs";
import { spawn, spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { slowest } from "./slowest.mjs";

// Behind prepare.mjs, which may have to install what it needs and start the pinned Node.
const { checkHouse } = await import("./check-house.mjs");

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

const vitestCommand = (name, args) => {
  const file = join(root, ".cache", `${name}.json`);
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  return {
    file,
    command: [
      bin("vitest/vitest.mjs"),
      "run",
      "--reporter=default",
      "--reporter=./bin/test-reporter.mjs",
      ...args,
    ],
    env: { ...process.env, LEVEE_TEST_RESULT: file },
  };
};
const figuresOf = (name, args, stdio, file, status) => {
  const failure = (text) => ({ file: null, name, tries: [text] });
  try {
    const result = JSON.parse(readFileSync(file, "utf8"));
    if (status !== 0 && !result.failures.length)
      result.failures.push(failure(`vitest ended with ${status}, and no test failed`));
    return { ...result, args, stdio };
  } catch {
    return {
      passed: {},
      failures: [failure(`vitest ended with ${status} before it could say what failed`)],
      mended: [],
      args,
      stdio,
    };
  }
};

/**
 * Runs vitest with a configuration; gives how many tests of each file passed and what each failing
 * test said (test-reporter.mjs), for `summed`.
 */
export const vitest = (name, args, stdio = "inherit") => {
  const { file, command, env } = vitestCommand(name, args);
  return figuresOf(
    name,
    args,
    stdio,
    file,
    spawnSync(node, command, { cwd: root, stdio, env }).status,
  );
};

/** The same, beside others: what it says is kept and said at its end. */
export const vitestBeside = (name, args) =>
  new Promise((done) => {
    const { file, command, env } = vitestCommand(name, args);
    const said = join(root, ".cache", `${name}.log`);
    const out = openSync(said, "w");
    spawn(node, command, { cwd: root, stdio: ["ignore", out, out], env }).once("exit", (status) => {
      closeSync(out);
      process.stdout.write(readFileSync(said));
      done(figuresOf(name, args, "inherit", file, status));
    });
  });

const FILES_RUN_AGAIN = 3;
const told = (title, entries, say) => {
  if (!entries.length) return;
  say(`\n${title}`);
  for (const { file, name, tries } of entries)
    say(
      `- ${file ?? "no file"} > ${name}\n${tries.map((text, at) => `  try ${at + 1}: ${text.replaceAll("\n", "\n    ")}`).join("\n")}`,
    );
};

/**
 * Ends a run: files with a failing test are run once more, alone on the machine and from a fresh
 * state; the last lines name every test that failed, and every one that did not pass at once, with
 * what it said.
 * A test that fails again has failed. More than three such files are no busy machine: they are not
 * run again.
 */
export const summed = (results, say = console.log) => {
  const mended = results.flatMap((result) => result.mended);
  for (const result of results) {
    const files = [...new Set(result.failures.map((failure) => failure.file))];
    if (!files.length || files.includes(null) || files.length > FILES_RUN_AGAIN) continue;
    say(`\nrun again, alone: ${files.join(", ")}`);
    const again = vitest("again", [...result.args, ...files], result.stdio);
    const first = result.failures;
    Object.assign(result, {
      passed: { ...result.passed, ...again.passed },
      failures: again.failures,
    });
    mended.push(
      ...first.filter(
        (failure) =>
          !again.failures.some((each) => each.file === failure.file && each.name === failure.name),
      ),
      ...again.mended,
    );
  }
  for (const line of slowest(Object.assign({}, ...results.map((result) => result.lasted))))
    say(line);
  told("Did not pass at once:", mended, say);
  const failures = results.flatMap((result) => result.failures);
  told("Failed:", failures, say);
  return {
    passed: results
      .flatMap((result) => Object.values(result.passed))
      .reduce((sum, n) => sum + n, 0),
    failed: failures.length,
  };
};

// Uncommitted changes count as well. A migration reaches every test (vitest.config.ts).
const onlyChanged = () => {
  const base = spawnSync("git", ["merge-base", "main", "HEAD"], { cwd: root, encoding: "utf8" });
  return [`--changed=${base.stdout.trim() || "HEAD"}`, "--passWithNoTests"];
};

/** `changed`: of the tests only those that a change since the branch left main reaches. */
export const check = ({ changed = false } = {}) => {
  console.log("check");
  run("routes and types", node, [bin("@react-router/dev/bin.cjs"), "typegen"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  run("types", node, [bin("ts7/bin/tsc"), "-p", "."]);
  checkHouse();
  return vitest("unit", changed ? onlyChanged() : []);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const { passed, failed } = summed([check({ changed: process.argv.includes("--changed") })]);
    console.log(`${passed} passed, ${failed} failed`);
    process.exit(failed ? 1 : 0);
  } catch (error) {
    console.error(error.message);
    console.log("0 passed, 1 failed");
    process.exit(1);
  }
}
