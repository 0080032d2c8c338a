import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { askingOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { logSecurityEvent, tellPastEvents } from "#areas/identity/identity.server.ts";
import type { AlertDetail, AlertRow, EventRow, Overview } from "./alert/alert.model.ts";
import { lookFor } from "./alert/settle.service.ts";
import type { CaseDetail } from "./case/case.model.ts";
import { watchCalls, watchExports } from "./event/watch.service.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"admin" | "officer" | "second" | "clerk" | "platform", Actor>;
let strangers: Record<"admin", Actor>;
const ask = askingOf(() => t);

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    admin: { role: "admin" },
    officer: { duties: ["security_officer"] },
    second: { duties: ["security_officer"] },
    clerk: { duties: ["ap"] },
    platform: { role: "platform_admin" },
  });
  strangers = await makeMembers(t.database, await makeAgency(t.database), {
    admin: { role: "admin" },
  });
});
afterAll(() => t.drop());

const fail = (who: Actor | null, address: string, times = 1) =>
  Promise.all(
    Array.from({ length: times }, () =>
      logSecurityEvent(identityDb(t.database), {
        type: "sign_in_failed",
        severity: "medium",
        personId: who?.personId ?? null,
        address,
        data: { email: who?.email ?? "nobody@nowhere.test" },
      }),
    ),
  );
const look = () => lookFor(t.app, { orgId: agency.orgId, personId: null });
const alerts = async (query = "living=true") =>
  (await ask<{ items: AlertRow[] }>(people.officer, `GET /api/v1/security-alerts?${query}`)).items;
const events = async (actor: Actor, query = "") =>
  (await ask<{ items: EventRow[] }>(actor, `GET /api/v1/security-events?${query}`)).items;
const act = (actor: Actor, alert: { id: string; version: number }, step: string, reason?: string) =>
  ask<AlertDetail>(
    actor,
    `POST /api/v1/security-alerts/${alert.id}/actions/${step}`,
    reason ? { reason } : {},
    alert.version,
  );

test("a failed sign-in is seen by the agency of the person, by no other, and of nobody by none", async () => {
  await fail(people.clerk, "198.51.100.1");
  await fail(null, "198.51.100.2");
  const seen = (await events(people.officer)).map(({ kind, person, address, about }) => [
    kind,
    person,
    address,
    about,
  ]);
  expect(seen).toEqual([["sign_in_failed", "clerk", "198.51.100.1", people.clerk.email]]);
  expect(await events(strangers.admin)).toEqual([]);
  // What another agency's officer did stays theirs, and a former member's account is nobody's here.
  await t.database.transaction(people.admin, (tx) =>
    tx.rows(sql`
      update organization_member
      set active = false
      where org_id = ${agency.orgId} and person_id = ${people.clerk.personId}
    `),
  );
  expect(await events(people.officer)).toEqual([]);
  await t.database.transaction(people.admin, (tx) =>
    tx.rows(sql`
      update organization_member
      set active = true
      where org_id = ${agency.orgId} and person_id = ${people.clerk.personId}
    `),
  );
});

test("neither a clerk nor the platform's administrator reads any of it; cases are the officers' alone", async () => {
  for (const nobody of [people.clerk, people.platform])
    for (const path of ["security-events", "security-alerts", "security-cases"])
      await expect(ask(nobody, `GET /api/v1/${path}`)).rejects.toMatchObject({
        code: "not_allowed",
      });
  await expect(ask(people.admin, "GET /api/v1/security-cases")).rejects.toMatchObject({
    code: "not_allowed",
  });
});

test("an attack raises one alert, which grows until an officer explains it and does not come again", async () => {
  await fail(people.clerk, "198.51.100.3", 7);
  await look();
  await look();
  const [alert, ...others] = await alerts("detection=account-under-attack");
  expect(others).toEqual([]);
  expect(alert).toMatchObject({ person: "clerk", eventCount: 8, status: "open" });
  await fail(people.clerk, "198.51.100.3", 2);
  await look();
  expect((await alerts())[0]).toMatchObject({ id: alert!.id, eventCount: 10 });
  await expect(act(people.admin, alert!, "acknowledge")).rejects.toMatchObject({
    code: "not_allowed",
  });
  const open = await act(people.officer, alert!, "acknowledge");
  expect(open).toMatchObject({ status: "acknowledged", handledBy: "officer" });
  expect(open.events).toHaveLength(10);
  expect(open.rule).toBe("8 events of one person within 1 hour.");
  const told = await act(people.officer, open, "explain", "Forgot the password after a holiday");
  expect(told).toMatchObject({
    status: "explained",
    answer: "Forgot the password after a holiday",
  });
  await look();
  expect(await alerts()).toEqual([]);
  await fail(people.clerk, "198.51.100.4", 8);
  await look();
  expect((await alerts()).map(({ eventCount }) => eventCount)).toEqual([8]);
});

test("nobody answers for an alert about their own account; a case is opened and closed by officers", async () => {
  await fail(people.officer, "198.51.100.5", 8);
  await look();
  const own = (await alerts()).find(({ person }) => person === "officer")!;
  const refused = { message: "It is about your own account: another officer answers for it." };
  await expect(act(people.officer, own, "acknowledge")).rejects.toMatchObject(refused);
  await expect(act(people.officer, own, "raise", "Look into it")).rejects.toMatchObject(refused);
  const raised = await act(people.second, own, "raise", "Somebody guesses at the officer");
  expect(raised).toMatchObject({ status: "case", caseId: expect.any(String) });
  const path = `/api/v1/security-cases/${raised.caseId}`;
  const opened = await ask<CaseDetail>(people.second, `GET ${path}`);
  expect(opened).toMatchObject({
    title: "Somebody guesses at the officer",
    status: "open",
    openedBy: "second",
    alerts: [{ id: own.id }],
  });
  const close = (actor: Actor, version: number) =>
    ask<CaseDetail>(actor, `POST ${path}/actions/close`, { reason: "Blocked" }, version);
  await expect(close(people.officer, opened.version)).rejects.toMatchObject({
    message: "It is about your own account: another officer closes it.",
  });
  const closed = await close(people.second, opened.version);
  expect(closed).toMatchObject({ status: "closed", finding: "Blocked" });
  const again = await ask<CaseDetail>(
    people.second,
    `POST ${path}/actions/reopen`,
    { reason: "It goes on" },
    closed.version,
  );
  expect(again).toMatchObject({ status: "open", closedAt: null });
});

test("who reads the audit record reads no word of a case; its officers read all of them", async () => {
  const entries = await ask<{ items: { id: string; action: string; note: string | null }[] }>(
    people.admin,
    "GET /api/v1/audit-entries?limit=100",
  );
  const steps = entries.items.filter(({ action }) => action.startsWith("securityCase."));
  expect(steps.length).toBeGreaterThanOrEqual(3);
  expect(steps.map(({ note }) => note)).toEqual(steps.map(() => null));
  const kept = await t.database.read(people.admin).rows<{ content: string }>(sql`
    select content
    from audit_entry
    where org_id = ${agency.orgId} and object_type in ('securityCase', 'securityAlert')
  `);
  expect(kept.length).toBeGreaterThan(steps.length);
  expect(JSON.stringify(kept)).not.toMatch(/guesses|Blocked|goes on|holiday/);
  const { items } = await ask<{ items: { id: string }[] }>(
    people.second,
    "GET /api/v1/security-cases",
  );
  const path = `/api/v1/security-cases/${items[0]!.id}/history`;
  const history = await ask<{ items: { reason: string | null }[] }>(people.second, `GET ${path}`);
  expect(history.items.map(({ reason }) => reason)).toEqual(["It goes on", "Blocked", null]);
  await expect(ask(people.admin, `GET ${path}`)).rejects.toMatchObject({ code: "not_allowed" });
});

const eventually = async <T>(read: () => Promise<T | undefined>): Promise<T> => {
  for (let n = 0; n < 100; n += 1) {
    const found = await read();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("it never came");
};

test("refused access, a shown number, a changed policy and a large export are told behind the answer", async () => {
  const request = (actor: Actor) => ({ actor, ip: "198.51.100.9" }) as never;
  const call = (method: string, path: string, status: number) =>
    watchCalls(t.database, request(people.clerk), { method, path, status });
  call("GET", "/api/v1/security-cases", 403);
  call("POST", "/api/v1/vendors/{id}/actions/reveal-tin", 200);
  call("POST", "/api/v1/vendors/{id}/actions/reveal-tin", 404);
  call("POST", "/api/v1/approval-policies/{id}/actions/publish", 200);
  watchExports(t.database, people.clerk, { path: "/api/v1/invoices", rows: 500 });
  watchExports(t.database, people.clerk, { path: "/api/v1/invoices", rows: 499 });
  const found = await eventually(async () => {
    const mine = await events(
      people.officer,
      "kind=access_refused,number_revealed,policy_changed,large_export",
    );
    return mine.length >= 4 ? mine : undefined;
  });
  expect(found.map(({ kind, person }) => `${kind} ${person}`).toSorted()).toEqual([
    "access_refused clerk",
    "large_export clerk",
    "number_revealed clerk",
    "policy_changed clerk",
  ]);
});

test("an account that slept for ninety days and wakes is told; one that signs in each week is not", async () => {
  const signed = (days: number) => ({
    type: "signed_in",
    severity: "low" as const,
    personId: people.second.personId,
    orgId: agency.orgId,
    address: `198.51.100.${100 + days}`,
    at: new Date(Date.now() - days * 86_400_000).toISOString(),
  });
  const db = identityDb(t.database);
  const woke = async () =>
    (await alerts("detection=dormant-account-wakes")).map(({ person }) => person);
  await tellPastEvents(db, [signed(120)]);
  await look();
  expect(await woke()).toEqual([]);
  await tellPastEvents(db, [signed(0)]);
  await look();
  expect(await woke()).toEqual(["second"]);
});

test("the overview has thirty days, and each figure opens the rows that it counts", async () => {
  const told = await ask<Overview>(people.admin, "GET /api/v1/security-overview");
  expect(told.days).toHaveLength(30);
  const failed = told.figures.find(({ label }) => label === "Failed sign-ins")!;
  const { searchParams } = new URL(failed.href, "http://x");
  const rows = await events(people.admin, `limit=100&kind=${searchParams.get("kind")}`);
  expect(rows).toHaveLength(failed.value);
  expect(told.days.reduce((n, day) => n + day.failed, 0)).toBe(failed.value);
  expect(told.alerts.length).toBeGreaterThan(0);
});
