import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { makeAgency, makeMembers, type Agency } from "./agency.ts";
import { freshDatabase, type TestDatabase } from "./database.ts";
import { readSolicitation } from "#areas/sourcing/solicitation/solicitation.list.ts";

export let t: TestDatabase;
export let agency: Agency;
export let people: Record<"buyer" | "manager" | "clerk", Actor>;
export const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) =>
  t.database.transaction(actor, work);
export const read = (id: string) =>
  readSolicitation(t.database.read(people.buyer), people.buyer, id);
export const code = (promise: Promise<unknown>) =>
  promise.then(
    () => "no refusal",
    (error: { code?: string }) => error.code,
  );
export const mails = (kind: string) =>
  t.database
    .poolAs("levee_identity", { max: 1 })
    .query(
      "select to_address, subject, body_text from mail where org_id = $1 and kind = $2 order by created_at",
      [agency.orgId, kind],
    )
    .then((r) => r.rows as { to_address: string; subject: string; body_text: string }[]);

/** What every test of these files begins with; called once at the head of a file. */
export const solicitationSetUp = (): void => {
  beforeAll(async () => void (t = await freshDatabase()));
  afterAll(() => t.drop());
  beforeEach(async () => {
    agency = await makeAgency(t.database);
    await t.database.transaction({ orgId: agency.orgId, personId: null }, (tx) =>
      tx.rows(sql`
        update organization
        set settings = settings || '{"publish": {}}'
        where id = ${agency.orgId}
      `),
    );
    people = await makeMembers(t.database, agency, {
      buyer: { duties: ["buyer"] },
      manager: { role: "manager" },
      clerk: {},
    });
  });
};
