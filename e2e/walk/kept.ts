// What a walk saw stays in a file, a line an address, so that it goes on where it broke off.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";

/**
 * An address as somebody saw it.
 * `refused` are answers of our API that turned them away, `found` what is wrong with the look, a
 * line each, `links` the addresses of ours to which it leads.
 */
export type Seen = {
  path: string;
  page: string;
  who: string;
  refused: string[];
  found: string[];
  links: string[];
};

/** The lines of a kept list; none when there is no file yet. A line that broke off is left out. */
export const readKept = (file: string): Seen[] =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .flatMap((line) => {
          try {
            return [JSON.parse(line) as Seen];
          } catch {
            return [];
          }
        })
    : [];

/** Forgets the sights of a page with a finding, so that a walk looks again at what was mended. */
export const forgetFaults = (file: string): void => {
  const seen = readKept(file);
  const faulty = new Set(seen.filter(({ found }) => found.length > 0).map(({ page }) => page));
  const kept = seen.filter(({ page }) => !faulty.has(page));
  if (kept.length < seen.length)
    writeFileSync(file, kept.map((each) => `${JSON.stringify(each)}\n`).join(""));
};

/** Adds what was seen. */
export const keep = (file: string, seen: Seen): void =>
  appendFileSync(file, `${JSON.stringify(seen)}\n`);
