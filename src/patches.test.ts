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
