// An agency that serves a township: people, an agreement in force, work with approved hours, receipts that are posted.
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { requestWork, workOrderInput } from "#areas/assets/assets.server.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers, makePolicy } from "#server/testing/agency.ts";
import { askingOf } from "#server/testing/asking.ts";
import { agencyDay } from "#server/testing/days.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { payingAgency, type PayingAgency } from "#server/testing/payments.ts";
import { approveDocument } from "#server/testing/purchase.ts";

export type Written = { id: string; version: number; status: string; number: string };
type Person = "biller" | "second" | "controller" | "boss" | "clerk";

const services = [
  { code: "COST", name: "Materials and contractors", kind: "cost", rate: null },
  { code: "CREW", name: "Road crew", kind: "hour", rate: 60_00 },
  { code: "OWN", name: "Crew at the agency's rates", kind: "hour", rate: null },
  { code: "VISIT", name: "Inspection", kind: "fee", rate: 125_00 },
];

/** All that tests of this area stand on. */
export const servingAgency = async (t: TestDatabase) => {
  const a: PayingAgency = await payingAgency(t.database);
  const people: Record<Person, Actor> = await makeMembers(t.database, a, {
    biller: { duties: ["biller"] },
    second: { duties: ["biller", "controller"] },
    controller: { duties: ["controller"] },
    boss: { role: "manager" },
    clerk: {},
  });
  await makePolicy(t.database, a.people.admin, { documentType: "clientAgreement" });
  const { stranger } = await makeMembers(t.database, await makeAgency(t.database), {
    stranger: { role: "admin" },
  });
  return { t, a, people, stranger, asking: askingOf(() => t) };
};
export type Serving = Awaited<ReturnType<typeof servingAgency>>;

let serial = 0;
let dayBack = 10;
/** A township that is served. */
export const township = async ({ asking, people }: Serving, over: object = {}) => {
  const { id } = await asking<Written>(people.biller, "POST /api/v1/clients", {
    ...{ name: `Laketown ${++serial}`, kind: "township", email: `clerk${serial}@laketown.test` },
    contacts: [{ name: "June Albers", role: "Clerk", email: "june@laketown.test" }],
    ...over,
  });
  return id;
};

/** What is typed of an agreement. */
export const agreementOf = (of: Serving, clientId: string, over: object = {}) => ({
  ...{ clientId, title: "Road work", startsOn: agencyDay(-200), endsOn: agencyDay(160) },
  ...{ ceiling: 10_000_00, overheadOn: "hours", overheadBp: 1000, payDays: 30, services },
  ownerId: of.people.biller.personId,
  ...over,
});

/** Records the signature of a side on paper. */
export const signedBy = async (
  { asking, people }: Serving,
  id: string,
  side: string,
  by = people.boss,
): Promise<Written> => {
  const path = `/api/v1/client-agreements/${id}`;
  const { version } = await asking<Written>(people.clerk, `GET ${path}`);
  const body = { side, signedOn: agencyDay(-100), signer: `For the ${side}` };
  return asking<Written>(by, `POST ${path}/actions/signed`, body, version);
};

/** An agreement that was approved, signed by both sides unless `sign` is false. */
export const agreed = async (
  of: Serving,
  clientId: string,
  { sign = true, ...over }: { sign?: boolean; [field: string]: unknown } = {},
): Promise<string> => {
  const { asking, people } = of;
  const path = "/api/v1/client-agreements";
  const { id } = await asking<Written>(
    people.biller,
    `POST ${path}`,
    agreementOf(of, clientId, over),
  );
  await asking(people.biller, `POST ${path}/${id}/actions/submit`);
  await approveDocument(of.t.database, people.boss, id);
  if (sign) for (const side of ["agency", "client"]) await signedBy(of, id, side);
  return id;
};

/** A work order with approved hours of a person: minutes each, on days of their own. */
export const workedHours = async (
  { t, a, people }: Serving,
  minutes: readonly number[],
  { rated = true } = {},
): Promise<string> => {
  const { boss, clerk } = people;
  return t.database.transaction(boss, async (tx) => {
    const order = await requestWork(tx, boss, workOrderInput.parse({ title: "Grade a road" }));
    const classId = newId();
    await tx.rows(sql`
      insert into labor_class (org_id, id, code, name)
      values (${a.orgId}, ${classId}, ${`OP${++serial}`}, 'Operator')
    `);
    if (rated)
      await tx.rows(sql`
        insert into hour_rate (org_id, id, labor_class_id, from_day, regular_cents, other_cents)
        values (${a.orgId}, ${newId()}, ${classId}, ${agencyDay(-400)}, 5100, 7650)
      `);
    for (const each of minutes) {
      const worked = agencyDay(-dayBack++);
      await tx.rows(sql`
        insert into work_hour (
          org_id, id, kind, status, person_id, labor_class_id, from_at, to_at, worked_on, minutes,
          work_order_id, activity, entered_by, approved_by, approved_at
        )
        values (
          ${a.orgId}, ${newId()}, 'labor', 'approved', ${clerk.personId}, ${classId},
          ${`${worked}T14:00:00Z`}, ${`${worked}T22:00:00Z`}, ${worked}, ${each}, ${order.id},
          'Grading', ${clerk.personId}, ${boss.personId}, clock_timestamp()
        )
      `);
    }
    return order.id;
  });
};

/** A request whose work is done, of a service. */
export const doneRequest = async (
  { asking, people }: Serving,
  clientId: string,
  agreementId: string,
  { service = "CREW", workOrderId = null as string | null, done = {} as object } = {},
): Promise<string> => {
  const path = "/api/v1/client-requests";
  const { id } = await asking<Written>(people.biller, `POST ${path}`, {
    ...{ clientId, title: "Grade 82nd Street", askedBy: "June Albers", workOrderId },
  });
  const at = `POST ${path}/${id}/actions`;
  await asking(people.biller, `${at}/accept`, { agreementId, service });
  await asking(people.biller, `${at}/begin`);
  await asking(people.biller, `${at}/finish`, done);
  return id;
};

/** A line of receipts that the books have, in cents. */
export const postedReceipt = ({ t, a, people }: Serving, cents: number): Promise<string> =>
  t.database.transaction(people.boss, async (tx) => {
    const [journal, line] = [newId(), newId()];
    const number = `JRN-T-${++serial}`;
    await tx.rows(sql`
      insert into journal (
        org_id, id, number, kind, title, fiscal_year_id, status, total, paid_on, prepared_by,
        approved_by, approved_at
      )
      values (
        ${a.orgId}, ${journal}, ${number}, 'receipt', ${`Deposit ${number}`}, ${a.fiscalYearId},
        'posted', ${cents}, ${agencyDay()}, ${people.clerk.personId}, ${people.boss.personId},
        clock_timestamp()
      )
    `);
    await tx.rows(sql`
      insert into journal_line (
        org_id, id, journal_id, line_no, account_string_id, description, receipt_no, incurred_from,
        incurred_to, cents
      )
      values (
        ${a.orgId}, ${line}, ${journal}, 1, ${a.accountStringId}, 'Laketown', 'R-1', ${agencyDay()},
        ${agencyDay()}, ${cents}
      )
    `);
    return line;
  });

/** The link that was mailed last to an address: its token. */
export const mailedToken = async ({ t, a }: Serving, to: string): Promise<string> => {
  const { link } = await identityDb(t.database).one<{ link: string }>(sql`
    select link
    from mail
    where org_id = ${a.orgId} and kind = 'servedLink' and to_address = ${to}
    order by created_at desc
    limit 1
  `);
  return link.split("/served/")[1]!;
};

/** How many letters of a kind wait to go out. */
export const letters = async ({ t, a }: Serving, kind: string): Promise<number> => {
  const { count } = await identityDb(t.database).one<{ count: number }>(sql`
    select count(*)::int as count
    from mail
    where org_id = ${a.orgId} and kind = ${kind}
  `);
  return count;
};
