import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import "#areas.server.ts";
import { letterKinds } from "./letter-kinds.ts";
import { sampleLetters, sampleMessage } from "./letter-preview.api.ts";

const sources = globSync("src/areas/**/*.ts").filter((file) => !file.endsWith(".test.ts"));
const textOf = (file: string) => readFileSync(file, "utf8");

test("every letter that an area defines is in the preview, and the queue takes no other", () => {
  const defined = sources.flatMap((file) =>
    [...textOf(file).matchAll(/(?:defineLetter\(\{\s*kind:|changeOf\()\s*"(\w+)"/g)].map(
      (m) => m[1]!,
    ),
  );
  expect(defined.length).toBeGreaterThan(30);
  // Tests that share this worker define letters of their own.
  const known = letterKinds().flatMap(({ kind }) => (kind.startsWith("test") ? [] : kind));
  expect(known.sort()).toEqual(defined.sort());
  const shown = new Set(sampleLetters().map(({ kind }) => kind));
  expect(defined.filter((kind) => !shown.has(kind))).toEqual([]);
  // A kind written out beside the queue would be a letter that nobody defined.
  const loose = sources.filter((file) => /queueMail\([^)]*\{\s*kind:/.test(textOf(file)));
  expect(loose).toEqual([]);
});

test("every letter reads whole: a subject in one line, words, a reason, no gap, in both forms", () => {
  for (const sample of sampleLetters()) {
    const { subject, text, html } = sampleMessage(sample, "https://levee.test");
    const both = `${text}\n${html}`;
    expect(subject, sample.kind).toMatch(/^\S.*\S$/);
    expect(both, sample.kind).not.toMatch(/undefined|\[object|\{origin\}|\{agency\}|NaN/);
    expect(String(html), sample.kind).toContain("You get this letter because");
    expect(String(html), sample.kind).not.toMatch(/<script|<img/);
    if (sample.words.link) expect(String(html), sample.kind).toMatch(/<a href="https?:\/\//);
  }
});
