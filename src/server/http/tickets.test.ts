// A download by ticket reaches every address: its ticket says who asks, and is no word of the question.
import { expect, test } from "vitest";
import { z } from "zod";
import { anonymous } from "#kernel/access.ts";
import { buildApp } from "./app.ts";
import { endpoint } from "./endpoint.ts";
import { freshDatabase } from "../testing/database.ts";

const paper = endpoint({
  method: "GET",
  path: "/api/v1/test-paper",
  permission: "public",
  summary: "A paper that takes nothing but its form",
  query: z.strictObject({ format: z.enum(["pdf", "csv"]).default("pdf") }),
  response: z.object({ format: z.string() }),
  handler: async ({ query }) => ({ format: query.format }),
});

test("an address that refuses unknown words takes a ticket, and nothing else", async () => {
  const t = await freshDatabase();
  const app = await buildApp({ ...t.app, endpoints: [paper], principal: async () => anonymous });
  const ask = (query: string) => app.inject({ url: `/api/v1/test-paper?${query}` });
  expect((await ask("format=csv&ticket=abc")).json()).toEqual({ format: "csv" });
  expect((await ask("format=csv&other=abc")).statusCode).toBe(422);
  await app.close();
  await t.drop();
});
