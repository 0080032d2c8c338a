import { expect, test } from "vitest";
import { z } from "zod";
import "#areas.server.ts";
import { defineAgent, reading } from "#server/agents/agent.ts";
import { neverProposed, wrongAgents } from "#server/agents/allowed.ts";
import { allEndpoints } from "#server/area.ts";
import { endpoint } from "#server/http/endpoint.ts";
import { invoiceList } from "../finance/invoice/invoice.list.ts";

const e = (method: "GET" | "POST" | "DELETE" | "PATCH" | "PUT", path: string, over: object = {}) =>
  endpoint({
    ...{ method, path, permission: "invoice.edit", summary: "", handler: async () => null },
    ...over,
  } as never);

test("what decides, takes away, asks for nothing or goes its own way is never proposed", () => {
  const why = (...given: Parameters<typeof e>) => neverProposed(e(...given));
  expect(why("PATCH", "/api/v1/invoices/{id}")).toBeNull();
  expect(why("GET", "/api/v1/invoices")).toContain("changes nothing.");
  expect(why("DELETE", "/api/v1/invoices/{id}")).toContain(" takes something away.");
  expect(why("POST", "/api/v1/invoices", { ownTransaction: true })).toContain(
    " opens a transaction of its own.",
  );
  expect(why("POST", "/api/v1/invoices", { permission: "signed-in" })).toContain(
    " asks for no permission.",
  );
  expect(
    why("PATCH", "/api/v1/hosting-agreements/{id}", { permission: "platform.edit" }),
  ).toContain(" is between an agency and whoever runs the installation.");
  for (const step of ["approve", "certify", "obligate", "freeze", "deny", "release", "void"])
    expect(why("POST", `/api/v1/invoices/{id}/actions/${step}`), step).toContain(
      `decides: ${step}`,
    );
  for (const step of ["send", "post", "writeOff", "read-private"])
    expect(why("POST", `/api/v1/things/{id}/actions/${step}`), step).toContain(
      ` goes out or moves books: ${step}.`,
    );
  for (const path of [
    "controls/{id}",
    "fiscal-years/{id}",
    "agents/{agent}/setting",
    "legal-holds",
  ])
    expect(why("PUT", `/api/v1/${path}`), path).toContain(" touches ");
  expect(why("PATCH", "/api/v1/vendors/{id}/bank-accounts/{at}")).toContain(
    "touches bank-accounts",
  );
  expect(why("POST", "/api/v1/things", { permission: "member.edit" })).toContain("about people");
});

test("an agent that reads or proposes what it may not stops the start", () => {
  const agent = defineAgent({
    ...{ id: "odd", version: 1, name: "Odd agent", task: "", how: [] },
    subject: { list: invoiceList, permission: "invoice.read", label: "invoices" },
    reads: { none: reading("/api/v1/nowhere", z.unknown()) },
    proposes: ["POST /api/v1/approvals/{id}/actions/decide", "POST /api/v1/nowhere"],
    find: async () => [],
  });
  expect(wrongAgents([agent])).toEqual([
    "The Odd agent reads GET /api/v1/nowhere, which no area has.",
    expect.stringMatching(/may not propose|which no area has/),
    "The Odd agent proposes POST /api/v1/nowhere, which no area has.",
  ]);
  expect(wrongAgents()).toEqual([]);
});

test("every endpoint as a proposal is taken or refused as listed", async () => {
  const taken = allEndpoints()
    .filter((each) => neverProposed(each) === null)
    .map(({ method, path, permission }) => `${method} ${path} (${[permission].flat().join(", ")})`)
    .sort();
  await expect(`${taken.join("\n")}\n`).toMatchFileSnapshot("./proposable.txt");
});
