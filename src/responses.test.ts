import { expect, test } from "vitest";
import { z } from "zod";
import { areaServers } from "./areas.server.ts";

const oneWay = (schema: z.ZodType): boolean => {
  let found = false;
  z.toJSONSchema(schema, {
    io: "output",
    unrepresentable: "any",
    override: ({ zodSchema }) => {
      if (zodSchema._zod.def.type === "transform") found = true;
    },
  });
  return found;
};

// An answer is written through its schema backwards: what goes one way only fails for whoever reads it.
test("no answer has a part that is only read", () => {
  const failing = areaServers
    .flatMap(({ endpoints }) => endpoints ?? [])
    .filter(({ response }) => response && oneWay(response))
    .map(({ method, path }) => `${method} ${path}`);
  expect(failing).toEqual([]);
});

test("a one-way part is found wherever it stands", () => {
  const text = z.string().transform((value) => value || null);
  expect(oneWay(z.object({ items: z.array(z.object({ code: text.nullable() })) }))).toBe(true);
  expect(oneWay(z.object({ items: z.array(z.object({ code: z.string().trim() })) }))).toBe(false);
});
