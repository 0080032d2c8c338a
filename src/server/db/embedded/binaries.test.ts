import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { folderApart } from "./binaries.ts";

const home = mkdtempSync(join(tmpdir(), "levee-apart-"));
const apart = join(home, "apart");
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Data folders whose last twelve letters are the same. */
const dataOf = (who: string) => {
  const folder = join(home, who, "levee", "data-of-levee");
  mkdirSync(folder, { recursive: true });
  return folder;
};
const nameBefore = (dataDir: string) => Buffer.from(dataDir).toString("hex").slice(-24);

test("two checkouts whose paths end alike have databases of their own, named by the whole path", () => {
  const [ann, ben] = [dataOf("ann"), dataOf("ben")];
  expect(nameBefore(ann)).toBe(nameBefore(ben));
  const [one, other] = [folderApart(ann, apart), folderApart(ben, apart)];
  expect(one).not.toBe(other);
  expect(folderApart(ann, apart)).toBe(one);
});

test("a folder of an earlier version is taken over by the checkout that has its password, and by no other", () => {
  const [ann, ben] = [dataOf("ann"), dataOf("ben")];
  const before = join(apart, nameBefore(ann));
  mkdirSync(join(before, "postgres"), { recursive: true });
  writeFileSync(join(before, "postgres", "PG_VERSION"), "18\n");
  writeFileSync(join(ann, "postgres.password"), "secret");
  const bens = folderApart(ben, apart);
  expect([existsSync(before), existsSync(bens)]).toEqual([true, false]);
  // Its server runs: it stays where it is until the next start.
  const note = join(before, "postgres", "postmaster.pid");
  writeFileSync(note, `${process.pid}\n${join(before, "postgres")}\n0\n5432\n`);
  expect(folderApart(ann, apart)).toBe(before);
  rmSync(note);
  const anns = folderApart(ann, apart);
  expect(anns).not.toBe(before);
  expect(existsSync(join(anns, "postgres", "PG_VERSION"))).toBe(true);
  expect(existsSync(before)).toBe(false);
  expect(folderApart(ben, apart)).toBe(bens);
});
