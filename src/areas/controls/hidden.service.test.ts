// What breaks a control, its waiver and a security case reach nobody whom they do not concern, by any door.
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { logSecurityEvent } from "#areas/identity/identity.server.ts";
import { lookFor } from "#areas/security/alert/settle.service.ts";
import { decide, newestApproval } from "#areas/workflow/workflow.server.ts";
import { buildApp } from "#server/http/app.ts";
import { areaServers } from "#areas.server.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { askingOf } from "#server/testing/asking.ts";
import { a, as, controlTests, failuresOf, judgeNow, orderOf, people, t } from "./controls.setup.ts";

controlTests();
const ask = askingOf(() => t);

const words = {
  reason: "Zephyrine quarry is the only one across the river.",
  measure: "Its price is compared with the last three zephyrine orders.",
};
const finding = "Somebody guesses at the zephyrine clerk";
/** What gives any of it away: words that people wrote, numbers, ids. */
const telling: string[] = ["ephyrine"];
const known: Record<"failure" | "waiver" | "case" | "file" | "order", string> = {
  failure: "",
  waiver: "",
  case: "",
  file: newId(),
  order: "",
};
const readers: Record<string, Actor> = {};

const waived = async (): Promise<void> => {
  known.order = await orderOf(20_000_00);
  await judgeNow();
  const failure = (await failuresOf(known.order))["order.quotes"]!;
  known.failure = failure.id;
  const listed = await ask<{ items: { id: string; number: string }[] }>(
    people.officer,
    "GET /api/v1/control-failures?limit=100",
  );
  telling.push(listed.items.find(({ id }) => id === failure.id)!.number);
  const control = await t.database.read(people.admin).one<{ controlId: string; part: number }>(sql`
    select control_id, part
    from control_failure
    where org_id = ${a.orgId} and id = ${failure.id}
  `);
  const waiver = await ask<{ id: string; number: string }>(
    people.buyer,
    "POST /api/v1/control-waivers",
    {
      ...{ scope: "record", subjectId: known.order, ...control, ...words },
      endsAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
    },
  );
  known.waiver = waiver.id;
  const detail = await ask<{ number: string }>(
    people.officer,
    `GET /api/v1/control-waivers/${waiver.id}`,
  );
  telling.push(detail.number);
  const approval = (await newestApproval(t.database.read(people.officer), waiver.id))!;
  await as(people.officer, (tx, by) => decide(tx, by, approval.id, "approve", words.reason, null));
  await as(people.buyer, async (tx, actor) => {
    await tx.rows(sql`
      insert into stored_file (org_id, id, name, media_type, size, sha256, uploaded_by)
      values (
        ${a.orgId}, ${known.file}, 'zephyrine.pdf', 'application/pdf', 1, ${"a".repeat(64)},
        ${actor.personId}
      )
    `);
    await tx.rows(sql`
      update control_waiver
      set permission_file_id = ${known.file}
      where org_id = ${a.orgId} and id = ${waiver.id}
    `);
  });
};

const attacked = async (): Promise<void> => {
  const { guard } = await makeMembers(t.database, a, { guard: { duties: ["security_officer"] } });
  for (let n = 0; n < 8; n += 1)
    await logSecurityEvent(identityDb(t.database), {
      type: "sign_in_failed",
      severity: "medium",
      personId: people.clerk.personId,
      address: "198.51.100.9",
      data: {},
    });
  await lookFor(t.app, { orgId: a.orgId, personId: null });
  const { items } = await ask<{ items: { id: string; version: number }[] }>(
    guard,
    "GET /api/v1/security-alerts?living=true",
  );
  const raised = await ask<{ caseId: string }>(
    guard,
    `POST /api/v1/security-alerts/${items[0]!.id}/actions/raise`,
    { reason: finding },
    items[0]!.version,
  );
  known.case = raised.caseId;
  const opened = await ask<{ number: string }>(
    guard,
    `GET /api/v1/security-cases/${raised.caseId}`,
  );
  telling.push(opened.number);
};

let now: Actor;
let server: FastifyInstance;
beforeAll(async () => {
  server = await buildApp({
    ...t.app,
    endpoints: areaServers.flatMap((area) => area.endpoints),
    principal: async () => now,
  });
  await waived();
  await attacked();
  const others = await makeMembers(t.database, await makeAgency(t.database), {
    officer: { duties: ["compliance_officer", "security_officer"] },
    chief: { role: "admin" },
  });
  const own = await makeMembers(t.database, a, { operator: { role: "platform_admin" } });
  readers.clerk = people.clerk;
  readers.operator = own.operator;
  readers.otherOfficer = others.officer;
  readers.otherChief = others.chief;
  readers.vendor = {
    ...people.clerk,
    orgId: null,
    permissions: new Set(["file.read", "comment.read"]),
  };
});

afterAll(() => server.close());

const doors = (): string[] => [
  ...telling.map((word) => `/api/v1/search?q=${encodeURIComponent(word)}`),
  "/api/v1/control-failures?limit=100",
  "/api/v1/control-failures/export?format=csv",
  `/api/v1/control-failures/${known.failure}`,
  `/api/v1/control-failures/${known.failure}/history`,
  "/api/v1/control-waivers?limit=100",
  "/api/v1/control-waivers/export?format=csv",
  `/api/v1/control-waivers/${known.waiver}`,
  `/api/v1/control-waivers/${known.waiver}/history`,
  "/api/v1/security-cases?limit=100",
  "/api/v1/security-cases/export?format=csv",
  `/api/v1/security-cases/${known.case}`,
  `/api/v1/security-cases/${known.case}/history`,
  `/api/v1/files/${known.file}`,
  "/api/v1/audit-entries?limit=100",
  ...[
    ["controlFailure", known.failure],
    ["controlWaiver", known.waiver],
    ["securityCase", known.case],
  ].flatMap(([type, id]) => [
    `/api/v1/comments?type=${type}&id=${id}`,
    `/api/v1/records/${type}/${id}/chain`,
  ]),
  "/api/v1/dashboard",
  "/api/v1/deadlines?limit=100",
];

test.each(["clerk", "operator", "otherOfficer", "otherChief", "vendor"])(
  "%s finds nothing of it by search, list, export, history, comments, ledger, count or file",
  async (name) => {
    now = readers[name]!;
    const answered: string[] = [];
    for (const door of doors()) {
      const { statusCode, body } = await server.inject({ method: "GET", url: door });
      expect([200, 403, 404, 422], door).toContain(statusCode);
      if (statusCode === 200) answered.push(door);
      for (const word of telling) expect(body, door).not.toContain(word);
    }
    expect(answered.length).toBeGreaterThan(0);
  },
);

test("whoever it concerns finds all of it", async () => {
  const read = async (door: string) => JSON.stringify(await ask<unknown>(people.officer, door));
  expect(await read(`GET /api/v1/control-waivers/${known.waiver}`)).toContain(words.reason);
  expect(await read("GET /api/v1/deadlines?limit=100")).toContain(telling[2]);
});
