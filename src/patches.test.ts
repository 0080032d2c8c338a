import { expect, test } from "vitest";
import type { z } from "zod";
import { areaServers } from "#areas.server.ts";

/** What is said of the sending, not of the record. */
const ofTheSending = new Set(["submit", "issue", "confirmNegative", "whole"]);

const filled = (body: z.ZodType): string[] =>
  Object.entries((body as z.ZodObject).shape ?? {}).flatMap(([name, field]) => {
    const { success, data } = (field as z.ZodType).safeParse(undefined);
    return success && data !== undefined && !ofTheSending.has(name) ? [name] : [];
  });

test("a change keeps what it does not name: no field of a PATCH is filled with a default", () => {
  const found = areaServers
    .flatMap((area) => area.endpoints)
    .flatMap(({ method, path, body }) =>
      method === "PATCH" && body && filled(body as z.ZodType).length > 0 ? [path] : [],
    );
  expect([...new Set(found)].toSorted()).toEqual([]);
});

/** Of a PUT too: what is true by default, or has no end by default, is opened by whoever forgets it. */
const opening = ([name, field]: [string, unknown]): boolean => {
  const { success, data } = (field as z.ZodType).safeParse(undefined);
  return success && (data === true || (data === null && /^(to|until|end)[A-Z]/.test(name)));
};
/** Neither opens anything: papers that stay open hold money back, a position that is filled costs it. */
const holding = new Set(["papersOpen", "filled"]);

test("a PUT opens nothing by silence: what it does not say of an end or of use stays as it stands", () => {
  const found = areaServers
    .flatMap((area) => area.endpoints)
    .flatMap(({ method, path, body }) =>
      method === "PUT" && body
        ? Object.entries((body as unknown as z.ZodObject).shape ?? {})
            .filter((field) => !holding.has(field[0]) && opening(field))
            .map(([name]) => `${path} ${name}`)
        : [],
    );
  expect(found).toEqual([]);
});
