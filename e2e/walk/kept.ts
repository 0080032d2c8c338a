// What a walk saw stays in a file, a line an address, so that it goes on where it broke off.
import { appendFileSync, existsSync, readFileSync } from "node:fs";

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

/** Adds what was seen. */
export const keep = (file: string, seen: Seen): void =>
  appendFileSync(file, `${JSON.stringify(seen)}\n`);
