import { expect, test } from "vitest";
import type { z } from "zod";
import { areaServers } from "#areas.server.ts";

/**
 * Changes that take the record as a whole although they are a PATCH: what they do not name is
 * emptied or set to a default. Their number may only shrink.
 */
const asAWhole = [
  "/api/v1/grant-applications/{id}",
  "/api/v1/grant-application-sections/{id}",
  "/api/v1/pa-projects/{id}",
  "/api/v1/saved-views/{id}",
  "/api/v1/subawards/{id}",
  "/api/v1/vendor-program-applications/{orgId}/{id}",
  "/api/v1/webhook-endpoints/{id}",
];
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
  expect([...new Set(found)].toSorted()).toEqual(asAWhole.toSorted());
});
