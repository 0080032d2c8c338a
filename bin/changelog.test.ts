import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

type Fragment = { file: string; kind: string; text: string };
const { fragmentsIn, sectionOf, withSection } = (await import(
  new URL("./changelog.mjs", import.meta.url).href
)) as {
  fragmentsIn: (folder: string) => Fragment[];
  sectionOf: (version: string, day: string, fragments: Fragment[]) => string;
  withSection: (changelog: string, section: string) => string;
};

const folder = mkdtempSync(join(tmpdir(), "levee-changes-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the changes that wait have names of a known kind", () => {
  expect(() => fragmentsIn(new URL("../changes", import.meta.url).pathname)).not.toThrow();
});

test("a release lists what was added before what was fixed, above the release before it", () => {
  writeFileSync(join(folder, "fixed-totals.md"), "Totals add up.\nEverywhere.\n");
  writeFileSync(join(folder, "added-contracts.md"), "Contracts.\n");
  writeFileSync(join(folder, "README.md"), "how");
  const section = sectionOf("0.2.0", "2027-01-05", fragmentsIn(folder));
  expect(section).toBe(
    "## 0.2.0 (2027-01-05)\n\n### Added\n\n- Contracts.\n\n### Fixed\n\n- Totals add up. Everywhere.",
  );
  expect(withSection("# Changelog\n\n## 0.1.0 (2026-11-23)\n\nFirst.\n", section)).toBe(
    `# Changelog\n\n${section}\n\n## 0.1.0 (2026-11-23)\n\nFirst.\n`,
  );
});

test("a name of no kind is refused", () => {
  writeFileSync(join(folder, "stuff.md"), "x");
  expect(() => fragmentsIn(folder)).toThrow("stuff.md");
});
