import { expect, test } from "vitest";
import { fileName } from "./file-name.ts";

test.each([
  ["Angebot 2026.pdf", "Angebot 2026.pdf"],
  ["C:\\Users\\me\\scan.pdf", "scan.pdf"],
  ["../../etc/passwd", "passwd"],
  ["a\u0000b\u001f\nc.pdf", "a b c.pdf"],
  ["invoice\u202Efdp.exe", "invoicefdp.exe"],
  ["\u200Bquote\uFEFF.pdf", "quote.pdf"],
  ['so "called".pdf', "so _called_.pdf"],
  [".htaccess", ".htaccess"],
  ["scan.pdf. . ", "scan.pdf"],
  ["見積書.pdf", "見積書.pdf"],
  ["lone\uD800.pdf", "lone.pdf"],
])("%j is kept as %j", (given, kept) => expect(fileName(given)).toBe(kept));

test.each(["", "   ", ".", "..", " . . ", "\u202E\u200B", "folder/", "\n\t"])(
  "%j is no name",
  (given) => expect(fileName(given)).toBeNull(),
);

test("a long name is cut in the middle, by whole characters, and keeps its extension", () => {
  const name = fileName(`${"🛠".repeat(150)}${"b".repeat(150)}.pdf`)!;
  expect([...name]).toHaveLength(200);
  expect(name).toMatch(/^🛠+…b+\.pdf$/u);
  expect(fileName(`${"a".repeat(196)}.pdf`)).toHaveLength(200);
});
