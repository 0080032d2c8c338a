// Whoever asked two records earlier decides nothing of what came of it: every kind of origin against
// every kind of decision, also by delegation. The pairs are made from what the areas declare.
import { pgTable, integer, text, uuid } from "drizzle-orm/pg-core";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import "#areas.server.ts";
import { memberHand, sign } from "#areas/workflow/signature/signing.service.ts";
import { signatureRequest, signatureSigner } from "#areas/workflow/signature/signature.tables.ts";
import { signedTypes } from "#areas/workflow/signature/signable.service.ts";
import { approvedTypes } from "#areas/workflow/approval/approvable.service.ts";
import { approvalDelegation } from "#areas/workflow/workflow.tables.ts";
import { askPeople, decide } from "#areas/workflow/workflow.server.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { transition } from "#server/lifecycle.ts";
import { allNouns, type Noun } from "#server/noun.ts";
import { keepOrigin, type MadeFrom } from "#server/origin/origin.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";

const probe = pgTable("origin_probe", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  status: text().notNull(),
  version: integer().notNull().default(1),
});

let t: TestDatabase;
let agency: Agency;
let people: Record<"asker" | "other" | "admin", Actor>;

beforeAll(async () => {
  t = await freshDatabase();
  const owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  await owner.query(`
    create table origin_probe (
      org_id uuid not null, id uuid not null, status text not null, version int not null default 1,
      primary key (org_id, id)
    )
  `);
  await owner.query("select levee_secure('origin_probe')");
  await owner.end();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    asker: { role: "admin" },
    other: { role: "admin" },
    admin: { role: "admin" },
  });
});
afterAll(() => t.drop());

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);

/** Every kind of record that says who asked for it, and what bears no noun: a kit, a need's writer. */
const origins = [
  ...allNouns()
    .filter((noun) => noun.askers)
    .map((noun) => noun.name),
  "emergencyKit",
];
const steps = allNouns().flatMap((noun) =>
  Object.entries(noun.cycle.actions).flatMap(([name, action]) =>
    action.byOthers ? [[noun, name] as const] : [],
  ),
);

/** A record of this kind that came of another, which came of what `asker` asked for. */
const cameOf = async (tx: Tx, type: string, origin: string): Promise<string> => {
  const [id, between, first] = [newId(), newId(), newId()];
  const asked: MadeFrom = { type: origin, id: first, askers: [people.asker.personId] };
  const system = { ...people.other, kind: "system" as const };
  keepOrigin(tx, system, { type: "requisition", id: between }, [asked]);
  keepOrigin(tx, system, { type, id }, [{ type: "requisition", id: between }]);
  // A circle ends.
  keepOrigin(tx, system, { type: origin, id: first }, [{ type, id }]);
  return id;
};

const ask = (tx: Tx, type: string, id: string, personIds: string[]) =>
  askPeople(
    tx,
    people.admin,
    {
      type: type as "requisition",
      id,
      number: "X-1",
      title: "Anything",
      requesterId: people.admin.personId,
      departmentId: null,
      facts: { amount: 0, fundIds: [], departmentIds: [], commodities: [], emergency: false },
    },
    { personIds, step: "Decide", hours: 8 },
  );

const delegated = (tx: Tx, from: Actor, to: Actor) =>
  insertRow(tx, approvalDelegation, {
    orgId: agency.orgId,
    id: newId(),
    fromPersonId: from.personId!,
    toPersonId: to.personId!,
    startsAt: new Date(Date.now() - 3_600_000).toISOString(),
    endsAt: new Date(Date.now() + 3_600_000).toISOString(),
    documentTypes: [],
  });

const refused = { status: 403 };

test("there are origins and decisions enough for this to prove something", () => {
  expect(origins.length).toBeGreaterThan(15);
  expect(steps.length).toBeGreaterThan(12);
  expect(approvedTypes().length).toBeGreaterThan(8);
  expect(signedTypes().length).toBeGreaterThan(3);
});

test("nobody approves what came of what they asked for, in nobody's name", async () => {
  const { asker, other, admin } = people;
  await as(admin, async (tx) => void (await delegated(tx, other, asker)));
  for (const type of approvedTypes())
    await as(admin, async (tx) => {
      for (const origin of origins) {
        const id = await cameOf(tx, type, origin);
        const about = `${origin} → ${type}`;
        await expect(ask(tx, type, id, [asker.personId!]), about).rejects.toMatchObject({
          code: "no_approver",
        });
        const request = await ask(tx, type, id, [asker.personId!, other.personId!]);
        await expect(
          decide(tx, asker, request, "reject", "Not like this.", null),
          `${about}, delegated`,
        ).rejects.toMatchObject({ ...refused, code: "self_approval" });
      }
    });
});

type Probe = Noun<string, string, typeof probe, { status: string }>;
const probeOf = (noun: Noun): Probe =>
  ({
    name: noun.name,
    path: noun.path,
    table: probe,
    number: () => "X-1",
    cycle: {
      ...noun.cycle,
      actions: Object.fromEntries(
        Object.entries(noun.cycle.actions).map(([name, { unless: _u, ...action }]) => [
          name,
          { ...action, needsReason: false },
        ]),
      ),
    },
  }) as unknown as Probe;

test("nobody certifies, releases or passes what came of what they asked for", async () => {
  for (const [noun, action] of steps)
    await as(people.admin, async (tx) => {
      const rule = noun.cycle.actions[action]!;
      const permissions = new Set([rule.permission]);
      const take = (actor: Actor, id: string) =>
        transition(tx, { ...actor, permissions }, probeOf(noun), {
          id,
          action,
          effect: async () => ({ to: (rule.to ?? rule.outcomes![0])! }),
        });
      for (const origin of origins) {
        const id = await cameOf(tx, noun.name, origin);
        await insertRow(tx, probe, { orgId: agency.orgId, id, status: rule.from[0]! });
        const about = `${origin} → ${noun.name}.${action}`;
        await expect(take(people.asker, id), about).rejects.toMatchObject({
          ...refused,
          code: "separation_of_duties",
        });
        await take(people.other, id);
      }
    });
});

test("nobody signs what came of what they asked for", async () => {
  const { asker } = people;
  for (const type of signedTypes())
    for (const origin of origins) {
      const { request, digest } = await as(people.admin, async (tx) => {
        const sourceId = await cameOf(tx, type, origin);
        const sha256 = newId().replaceAll("-", "").padEnd(64, "0");
        const fileId = newId();
        await tx.rows(sql`
          insert into stored_file (org_id, id, name, media_type, size, sha256)
          values (${agency.orgId}, ${fileId}, 'x.pdf', 'application/pdf', 1, ${sha256})
        `);
        const row = await insertRow(tx, signatureRequest, {
          orgId: agency.orgId,
          id: newId(),
          sourceType: type,
          sourceId,
          number: "X-1",
          link: "/x",
          title: "Anything",
          fileId,
          sha256,
          expiresOn: agencyDay(3),
          requestedBy: people.admin.personId,
        });
        await insertRow(tx, signatureSigner, {
          orgId: agency.orgId,
          id: newId(),
          requestId: row.id,
          place: 1,
          side: "ours",
          personId: asker.personId,
          name: asker.name,
          status: "asked",
        });
        return { request: row.id, digest: sha256 };
      });
      const signing = as(asker, (tx) =>
        sign({ app: t.app, tx, actor: asker }, request, memberHand(asker, "10.0.0.1"), {
          name: asker.name,
          mark: { kind: "typed", text: asker.name },
          sha256: digest,
          consent: true,
        } as never),
      );
      await expect(signing, `${origin} → ${type}`).rejects.toMatchObject({
        ...refused,
        code: "separation_of_duties",
      });
    }
});
