// An agency that watches its quality, for tests: who reports, contains and decides, and records of past weeks.
import { newId } from "#kernel/ids.ts";
import { addDays, type Day } from "#kernel/time.ts";
import type { Actor } from "#kernel/access.ts";
import { postReceipt, receiptInput } from "#areas/procurement/procurement.server.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers, makePolicy } from "#server/testing/agency.ts";
import { askingOf } from "#server/testing/asking.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { payingAgency } from "#server/testing/payments.ts";
import { issuedOrder } from "#server/testing/purchase.ts";
import { periodStart } from "./quality/period.model.ts";

export const atQuality = {
  objectives: "/api/v1/quality-objectives",
  nonconformances: "/api/v1/nonconformances",
} as const;

type Person = "officer" | "second" | "owner" | "buyer" | "receiver" | "crew" | "boss";

/** The Monday of a week so many before this one. */
export const weekBefore = (weeks: number): Day =>
  addDays(periodStart("week", agencyDay()), -7 * weeks);

/** An agency with quality officers, and what tests do as its people. */
export const watching = async (t: TestDatabase) => {
  const agency = await payingAgency(t.database);
  const people = (await makeMembers(t.database, agency, {
    officer: { duties: ["quality_officer"] },
    second: { duties: ["quality_officer"] },
    owner: {},
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
    crew: {},
    boss: { role: "manager" },
  })) as Record<Person, Actor>;
  const { stranger } = await makeMembers(t.database, await makeAgency(t.database), {
    stranger: { duties: ["quality_officer"], role: "admin" },
  });
  await makePolicy(t.database, agency.people.admin, { documentType: "purchaseOrder" });
  const asking = askingOf(() => t);
  type Written = { id: string; version: number; status: string; number: string };
  /** A step of a record as it stands now. */
  const step = async (what: string, by: Actor, id: string, name: string, body: object = {}) => {
    const { version } = await asking<Written>(by, `GET ${what}/${id}`);
    return asking<Written>(by, `POST ${what}/${id}/actions/${name}`, body, version);
  };
  /** A file as if it was uploaded, without bytes. */
  const photo = async (by: Actor): Promise<string> => {
    const id = newId();
    await t.database.transaction(by, (tx) =>
      tx.rows(sql`
        insert into stored_file (org_id, id, name, media_type, size, sha256, uploaded_by)
        values (
          ${agency.orgId}, ${id}, 'crack.jpg', 'image/jpeg', 1,
          encode(sha256(convert_to(${id}, 'UTF8')), 'hex'), ${by.personId}
        )
      `),
    );
    return id;
  };
  /** Corrective actions that were due in a week before this one: so many of them carried out in time. */
  const actionsDue = (weeks: number, inTime: number, all: number) =>
    t.database.transaction(people.officer, async (tx) => {
      for (let at = 0; at < all; at += 1)
        await tx.rows(sql`
          insert into corrective_action (
            org_id, id, number, title, status, subject_type, subject_id, subject_number,
            subject_link, due_on, implemented_on
          )
          values (
            ${agency.orgId}, ${newId()}, ${`CA-${weeks}-${at}-${newId().slice(-6)}`}, 'Fence',
            'opened', 'nonconformance', ${newId()}, 'NC-1', '/x',
            ${addDays(weekBefore(weeks), 2)}::date,
            ${at < inTime ? addDays(weekBefore(weeks), 1) : null}::date
          )
        `);
    });
  /** An order of which something was rejected at the door; gives the receipt's line. */
  const rejected = async (quantity = "2") => {
    const order = await issuedOrder(
      t.database,
      { buyer: people.buyer, receiver: people.receiver, manager: people.boss },
      {
        vendorId: agency.vendor.id,
        departmentId: agency.departmentId,
        lines: [
          {
            ...{ quantity: "10", unit: "ton", unitPrice: "12.50" },
            splits: [{ accountStringId: agency.accountStringId }],
          },
        ],
      },
    );
    const { id } = await t.database.transaction(people.receiver, (tx) =>
      postReceipt(
        tx,
        people.receiver,
        { id: order.id, version: null },
        receiptInput.parse({
          lines: [
            {
              ...{ purchaseOrderLineId: order.lines[0]!.id, quantity: "10" },
              ...{ rejectedQuantity: quantity, rejectReason: "Cracked" },
            },
          ],
        }),
      ),
    );
    const line = await t.database.read(people.buyer).one<{ id: string }>(sql`
      select id
      from receipt_line
      where org_id = ${agency.orgId} and receipt_id = ${id}
    `);
    return { lineId: line.id, receiptId: id, orderId: order.id, orderLineId: order.lines[0]!.id };
  };
  const objective = (over: object = {}) => ({
    ...{ name: "Corrective actions are done in time", measure: "actionsInTime" },
    ...{ direction: "at_least", target: "90", period: "week" },
    ...{ baseFrom: weekBefore(16), baseTo: addDays(weekBefore(4), -1) },
    ...{ ownerId: people.owner.personId, note: "", ...over },
  });
  const draft = (over: object = {}, by: Actor = people.officer) =>
    asking<Written>(by, `POST ${atQuality.objectives}`, objective(over));
  return {
    ...{ t, agency, people, stranger: stranger!, asking, step, photo, actionsDue, rejected },
    ...{ objective, draft },
  };
};
export type Watching = Awaited<ReturnType<typeof watching>>;
