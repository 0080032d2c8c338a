import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

type Figures = { passed: number; failed: number };
const { summed, vitest } = (await import(new URL("./check.mjs", import.meta.url).href)) as {
  vitest: (name: string, args: string[], stdio: "ignore") => unknown;
  summed: (results: unknown[], say: (line: string) => void) => Figures;
};

mkdirSync(join(import.meta.dirname, "../.cache"), { recursive: true });
const folder = mkdtempSync(join(import.meta.dirname, "../.cache/check-"));
const config = join(folder, "vitest.config.mjs");
const file = (name: string, text: string) =>
  writeFileSync(
    join(folder, `${name}.test.js`),
    `import { existsSync, writeFileSync } from "node:fs";\nimport { beforeAll, describe, expect, test } from "vitest";\n${text}`,
  );
// Passes from the second run of the file on.
const before = (name: string) =>
  `const mark = ${JSON.stringify(join(folder, `${name}.mark`))}, had = existsSync(mark);\nwriteFileSync(mark, "");\n`;
const outcome = (...names: string[]) => {
  const lines: string[] = [];
  const figures = summed(
    [vitest("check-test", ["--config", config, "--root", folder, ...names], "ignore")],
    (line: string) => lines.push(line),
  );
  return { figures, said: lines.join("\n") };
};

beforeAll(() => {
  writeFileSync(config, "export default {};");
  file("sound", 'test("one", () => {}); test("two", () => {});');
  file(
    "busy",
    `${before("busy")}test("sometimes", () => expect(had).toBe(true)); test("beside it", () => {});`,
  );
  file(
    "hook",
    `${before("hook")}beforeAll(() => expect(had).toBe(true)); test("after it", () => {});`,
  );
  file(
    "second-try",
    'let tries = 0; test("second try", { retry: 1 }, () => expect(++tries).toBe(2));',
  );
  file(
    "wrong",
    'test("always", () => expect({ cents: 100 }).toEqual({ cents: 101 })); test("right", () => {});',
  );
  file("unread", 'throw new Error("does not load");');
  file("never", 'test.skip("left out", () => {});');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("what fails once and passes alone is counted once and told; a test's own second try too", () => {
  const { figures, said } = outcome("sound", "busy", "hook", "second-try");
  expect(figures).toEqual({ passed: 6, failed: 0 });
  expect(said).toContain("Did not pass at once:");
  for (const name of [
    "busy.test.js > sometimes",
    "hook.test.js > the file itself",
    "second-try.test.js > second try",
  ])
    expect(said).toContain(name);
  expect(said).not.toContain("Failed:");
});

test("what fails twice has failed, whether a test, a hook or a file; the last lines say what each try said", () => {
  const { figures, said } = outcome("wrong", "unread", "never");
  expect(figures).toEqual({ passed: 1, failed: 2 });
  const failed = said.slice(said.indexOf("Failed:"));
  const [wrong = "", unread = ""] = failed.split("unread.test.js > ");
  expect(wrong).toMatch(/wrong\.test\.js > always\n {2}try 1: AssertionError: [\s\S]*101/);
  expect(unread).toMatch(/^the file itself\n {2}try 1: Error: does not load/);
  rmSync(join(folder, "busy.mark"), { force: true });
  rmSync(join(folder, "hook.mark"), { force: true });
  expect(outcome("wrong", "unread", "busy", "hook").figures.failed).toBe(4);
  expect(outcome("no-such-file").figures.failed).toBe(1);
});
