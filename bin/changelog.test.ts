import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

type Fragment = { file: string; kind: string; text: string };
const { detailOf, fragmentsIn, sectionOf, withSection } = (await import(
  new URL("./changelog.mjs", import.meta.url).href
)) as {
  fragmentsIn: (folder: string) => Fragment[];
  detailOf: (version: string, fragments: Fragment[]) => string;
  sectionOf: (version: string, day: string, summary: string) => string;
  withSection: (changelog: string, section: string) => string;
};

const folder = mkdtempSync(join(tmpdir(), "levee-changes-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the changes that wait have names of a known kind", () => {
  expect(() => fragmentsIn(new URL("../changes", import.meta.url).pathname)).not.toThrow();
});

test("a release says in short what people can do now, and lists every change on a page of its own", () => {
  writeFileSync(join(folder, "fixed-totals.md"), "Totals add up.\nEverywhere.\n");
  writeFileSync(join(folder, "added-contracts.md"), "- Contracts.\n");
  writeFileSync(join(folder, "README.md"), "how");
  writeFileSync(join(folder, "summary.md"), "- **Contracts.** From request to closeout.\n");
  expect(detailOf("0.2.0", fragmentsIn(folder))).toBe(
    [
      "# What became 0.2.0, change by change",
      "The release in short: `CHANGELOG.md`.",
      "### Added",
      "- Contracts.",
      "### Fixed",
      "- Totals add up. Everywhere.",
    ].join("\n\n"),
  );
  const section = sectionOf("0.2.0", "2027-01-05", "- **Contracts.** From request to closeout.\n");
  expect(section).toBe(
    "## 0.2.0 (2027-01-05)\n\n- **Contracts.** From request to closeout.\n\nEvery single change: `changes/0.2.0-in-detail.md`.",
  );
  expect(withSection("# Changelog\n\n## 0.1.0 (2026-11-23)\n\nFirst.\n", section)).toBe(
    `# Changelog\n\n${section}\n\n## 0.1.0 (2026-11-23)\n\nFirst.\n`,
  );
});

test("a name of no kind is refused", () => {
  writeFileSync(join(folder, "stuff.md"), "x");
  expect(() => fragmentsIn(folder)).toThrow("stuff.md");
});
