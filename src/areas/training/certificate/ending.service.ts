import { systemActor } from "#kernel/access.ts";
import { addDays, daysBetween, type Day } from "#kernel/time.ts";
import {
  membersNamed,
  notify,
  readOrganization,
  supervisorsOf,
} from "#areas/organization/organization.server.ts";
import type { App } from "#server/app.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { AgencyDay } from "#server/jobs/agency-days.ts";
import { queueMail } from "#server/mail/mail.ts";
import { namesOf, todayOf } from "#server/restored/clocks.ts";
import { endingLetter } from "./ending.letters.ts";

/** So many days before its last one somebody hears of a certificate. */
const tellAt = [90, 60, 30, 7] as const;

type Ending = {
  id: string;
  holderId: string;
  holderName: string;
  code: string;
  validUntil: Day;
};

// Those that end and that none renews, of active members: `told` are letters that went out.
const ends = (tx: Tx, today: Day, last: Day) =>
  tx.rows<Ending>(sql`
    select c.id, c.holder_id, c.holder_name, c.code, c.valid_until
    from person_certificate c
    where c.org_id = ${tx.scope.orgId}
      and c.status = 'valid'
      and c.valid_until between ${today} and ${last}
      and not exists (
        select 1
        from person_certificate r
        where r.org_id = c.org_id
          and r.holder_id = c.holder_id
          and r.code = c.code
          and r.status = 'valid'
          and coalesce(r.valid_until, 'infinity') > c.valid_until
      )
    order by c.valid_until, c.id
  `);

/** Counts a letter as sent; false where it was. Whoever writes the row tells; a letter of more days that came late goes with the nearer one. */
export const countAsTold = async (tx: Tx, id: string, days: number): Promise<boolean> => {
  const written = await tx.rows<{ days: number }>(sql`
    insert into certificate_letter (org_id, certificate_id, days)
    select ${tx.scope.orgId}, ${id}, n
    from unnest(${tellAt.filter((n) => n >= days)}::int[]) n
    on conflict
    do nothing
    returning days
  `);
  return written.some((one) => one.days === days);
};

const tell = async (tx: Tx, one: Ending, left: number): Promise<void> => {
  const above = (await supervisorsOf(tx, [one.holderId])).get(one.holderId) ?? [];
  const people = await membersNamed(tx, { ids: [one.holderId, ...above] });
  const path = `/admin/certifications/${one.id}`;
  for (const person of people.filter(({ active }) => active)) {
    const own = person.id === one.holderId;
    await queueMail(tx, {
      ...endingLetter({
        ...{ to: person.name, holder: one.holderName, own, code: one.code, left, path },
        until: one.validUntil,
      }),
      ...{ to: person.email, orgId: tx.scope.orgId },
    });
    notify(tx, [person.id], {
      kind: "personCertificate.ends",
      title: `${own ? "Your certificate" : `${one.holderName}:`} ${one.code} ends soon`,
      body: "",
      link: path,
      copy: false,
    });
  }
};

/** Tells of every certificate that ends, 90, 60, 30 and 7 days before, each once. */
export const tellEndings = async (tx: Tx, today: Day): Promise<number> => {
  let sent = 0;
  for (const one of await ends(tx, today, addDays(today, tellAt[0]))) {
    const left = daysBetween(today, one.validUntil);
    const days = tellAt.findLast((n) => n >= left)!;
    if (!(await countAsTold(tx, one.id, days))) continue;
    await tell(tx, one, left);
    sent += 1;
  }
  return sent;
};

const run = (app: App, orgId: string) =>
  app.database.transaction(systemActor(orgId), async (tx) =>
    tellEndings(tx, businessDate(tx.scope, (await readOrganization(tx)).timeZone)),
  );

/** Every morning of an agency: who holds what ends, and who supervises them, hears of it. */
export const certificateDay: AgencyDay = {
  name: "certificates-of-people",
  at: "05:50",
  afterRestore: {
    kind: "deadlines",
    due: `
      select
        count(*)::int as due, count(distinct c.holder_id)::int as people,
        min(c.valid_until)::timestamptz as since, ${namesOf("c.org_id", "c.code")}
      from person_certificate c
      where c.status = 'valid'
        and c.valid_until between ${todayOf("c.org_id")} and ${todayOf("c.org_id")} + ${tellAt[0]}
        and not exists (
          select 1
          from certificate_letter l
          where l.org_id = c.org_id
            and l.certificate_id = c.id
            and l.days = (
              select min(n)
              from unnest(array[${tellAt.join(", ")}]) n
              where n >= c.valid_until - ${todayOf("c.org_id")}
            )
        )
        and not exists (
          select 1
          from person_certificate r
          where r.org_id = c.org_id
            and r.holder_id = c.holder_id
            and r.code = c.code
            and r.status = 'valid'
            and coalesce(r.valid_until, 'infinity') > c.valid_until
        )
    `,
  },
  run,
};
