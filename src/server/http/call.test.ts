import { expect, test } from "vitest";
import { z } from "zod";
import { anonymous } from "#kernel/access.ts";
import type { App } from "../app.ts";
import { callEndpoint } from "./call.ts";
import { endpoint } from "./endpoint.ts";

const app = { database: { read: () => ({}) } } as unknown as App;
const member = { ...anonymous, kind: "member" as const, permissions: new Set(["invoice.read"]) };
const echo = (over: object = {}) =>
  endpoint({
    method: "GET",
    path: "/api/v1/echo/{id}",
    permission: "invoice.read",
    summary: "",
    params: z.object({ id: z.string() }),
    query: z.object({ limit: z.coerce.number().max(10).optional() }).strict(),
    response: z.object({ id: z.string(), limit: z.number().optional() }),
    handler: async ({ params, query }: { params: object; query: object }) => ({
      ...params,
      ...query,
      secret: "not told",
    }),
    ...over,
  } as never);

test("an endpoint is asked from within as over the network: rights, what goes in, what comes out", async () => {
  const call = { params: { id: "a" }, query: { limit: 5 } };
  expect(await callEndpoint(app, member, echo(), call)).toEqual({ id: "a", limit: 5 });
  await expect(callEndpoint(app, anonymous, echo(), call)).rejects.toMatchObject({ status: 401 });
  await expect(
    callEndpoint(app, { ...member, permissions: new Set() }, echo(), call),
  ).rejects.toMatchObject({ status: 403 });
  await expect(
    callEndpoint(app, member, echo(), { ...call, query: { limit: 50, odd: 1 } }),
  ).rejects.toMatchObject({ status: 422, errors: [{ path: "limit" }, { path: "odd" }] });
  await expect(
    callEndpoint(app, member, echo(), { params: { id: "a\u0000" } }),
  ).rejects.toMatchObject({ status: 422 });
});

test("a file, a transaction of its own, and a look at the connection are asked over the network only", async () => {
  const call = { params: { id: "a" } };
  const refused = { code: "only_over_the_network" };
  await expect(callEndpoint(app, member, echo({ raw: true }), call)).rejects.toMatchObject(refused);
  await expect(callEndpoint(app, member, echo({ method: "POST" }), call)).rejects.toMatchObject(
    refused,
  );
  await expect(
    callEndpoint(
      app,
      member,
      echo({ handler: async ({ request }: { request: { ip: string } }) => ({ id: request.ip }) }),
      call,
    ),
  ).rejects.toMatchObject(refused);
});
