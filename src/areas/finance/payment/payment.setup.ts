import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import {
  approvedInvoice,
  approvedRun,
  payingAgency,
  type PayingAgency,
} from "#server/testing/payments.ts";
import "../finance.server.ts";
import { runInput } from "./run.model.ts";
import { releaseRun } from "./release.service.ts";
import { readRun } from "./run.read.service.ts";
import { proposeRun } from "./run.service.ts";

export let t: TestDatabase;
export let a: PayingAgency;
export let people: PayingAgency["people"];

export const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) =>
  t.database.transaction(actor, work);
export const invoice = (over: Parameters<typeof approvedInvoice>[2] = {}) =>
  approvedInvoice(t.database, a, over);
export const statusOf = async (id: string) =>
  await t.database.read(people.ap).one<{ status: string; paid: number }>(sql`
    select status, paid_amount as paid
    from invoice
    where org_id = ${a.orgId} and id = ${id}
  `);
export const propose = (input: object = {}, actor = people.ap) =>
  as(actor, (tx) =>
    proposeRun(tx, actor, runInput.parse({ payThrough: agencyDay(400), ...input })),
  );
export const approved = (input: object = {}) => approvedRun(t.database, a, input);
export const release = (id: string, actor = people.treasurer) =>
  as(actor, (tx) => releaseRun(tx, actor, { id, version: null }, t.app.files));
export const shown = (id: string, actor = people.ap) => readRun(t.database.read(actor), actor, id);
export const paid = async (input: object = {}) => {
  const id = await approved(input);
  await release(id);
  return shown(id);
};

/** An agency that can pay, made for each test. */
export const paymentTests = (): void => {
  beforeAll(async () => void (t = await freshDatabase()));
  afterAll(() => t.drop());
  beforeEach(async () => {
    a = await payingAgency(t.database);
    people = a.people;
  });
};
