import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { areaServers } from "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { buildApp } from "#server/http/app.ts";
import { makeAgency, makeBudget, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";

export let t: TestDatabase;
let app: FastifyInstance;
export let agency: Agency;
let account: string;
export let people: Record<"clerk" | "one" | "two" | "three" | "officer" | "admin", Actor>;

type Answer = {
  id: string;
  status: string;
  version: number;
  detail?: string;
  code?: string;
  items: { id: string; documentId: string }[];
};
export const call = async (
  who: keyof typeof people,
  method: "GET" | "POST",
  url: string,
  body?: object,
  version?: number,
): Promise<{ status: number; body: Answer & Record<string, unknown> }> => {
  const answer = await app.inject({
    method,
    url,
    headers: {
      "x-person": who,
      "content-type": "application/json",
      ...(version ? { "if-match": `"${version}"` } : {}),
    },
    ...(body ? { payload: JSON.stringify(body) } : method === "POST" ? { payload: "{}" } : {}),
  });
  return { status: answer.statusCode, body: answer.json() };
};
export const person = (p: Actor) => ({ kind: "person", personId: p.personId });
export const publish = async (input: object) => {
  const draft = (
    await call("admin", "POST", "/api/v1/approval-policies", {
      name: "Policy",
      documentType: "requisition",
      ...input,
    })
  ).body;
  const published = await call(
    "admin",
    "POST",
    `/api/v1/approval-policies/${draft.id}/actions/publish`,
    undefined,
    draft.version,
  );
  expect(published.body.status).toBe("published");
  return published.body;
};
export const step = (over: object) => ({
  name: "Step",
  stage: 1,
  mode: "any",
  approvers: [{ kind: "role", role: "manager" }],
  ...over,
});
export const submitted = async (price = "100.00", who: keyof typeof people = "clerk") => {
  const made = (
    await call(who, "POST", "/api/v1/requisitions", {
      title: "Stone",
      departmentId: agency.departmentId,
      neededOn: "2026-12-24",
      lines: [
        {
          description: "Stone",
          quantity: "10",
          unitPrice: price,
          splits: [{ accountStringId: account }],
        },
      ],
    })
  ).body;
  const sent = await call(
    who,
    "POST",
    `/api/v1/requisitions/${made.id}/actions/submit`,
    {},
    made.version,
  );
  return { id: made.id, sent };
};
export const requestOf = async (documentId: string) =>
  (await call("admin", "GET", `/api/v1/approvals?documentId=${documentId}`)).body.items[0]!.id;
export const vote = async (
  who: keyof typeof people,
  documentId: string,
  decision = "approve",
  comment = "",
) =>
  call(who, "POST", `/api/v1/approvals/${await requestOf(documentId)}/actions/${decision}`, {
    comment,
  });
export const waits = async (who: keyof typeof people, documentId: string) =>
  (await call(who, "GET", `/api/v1/approvals?mine=true&status=pending`)).body.items.some(
    (i) => i.documentId === documentId,
  );
export const statusOf = async (id: string) =>
  (await call("clerk", "GET", `/api/v1/requisitions/${id}`)).body.status;

/** A server of its own, and an agency with clerk, approvers and administrator for each test. */
export const approvalTests = (): void => {
  beforeAll(async () => {
    t = await freshDatabase();
    app = await buildApp({
      ...t.app,
      endpoints: areaServers.flatMap((a) => a.endpoints),
      principal: async (r) => Object.values(people).find((p) => p.name === r.headers["x-person"])!,
    });
    await app.ready();
  });
  afterAll(async () => {
    await app.close();
    await t.drop();
  });
  beforeEach(async () => {
    agency = await makeAgency(t.database);
    people = await makeMembers(t.database, agency, {
      clerk: {},
      one: { role: "manager" },
      two: { role: "manager" },
      three: { role: "manager" },
      officer: { duties: ["budget_officer"] },
      admin: { role: "admin" },
    });
    account = (await makeBudget(t.database, agency, 1_000_000_00)).accountStringId;
  });
};
