import type { z } from "zod";
import { systemActor, type Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { defineLetter } from "#server/mail/letter-kinds.ts";
import { queueMail } from "#server/mail/mail.ts";
import { signInsOf } from "#areas/identity/identity.server.ts";
import { administratorsOf } from "../member/duty.service.ts";
import { memberById } from "../member/member.service.ts";
import { notify } from "../notification/notification.service.ts";
import { readOrganization } from "../organization.service.ts";
import { dormancyRule } from "../organization.tables.ts";
import { endMembership } from "./ending.service.ts";
import type { dormancyInput } from "./people.model.ts";

/** So many days before the end the person is told, once. */
const noticeDays = 7;

type Rule = { days: number | null; fromDay: string };

/** The rule that holds on the agency's day, and the one that comes next. */
export const dormancyOf = async (db: Db) => {
  const today = businessDate(db.scope, (await readOrganization(db)).timeZone);
  const rules = await db.rows<Rule>(sql`
    select days, from_day
    from dormancy_rule
    where org_id = ${db.scope.orgId}
    order by from_day desc, created_at desc
    limit 50
  `);
  const now = rules.find((rule) => rule.fromDay <= today);
  const next = rules.findLast((rule) => rule.fromDay > today) ?? null;
  return { days: now?.days ?? null, fromDay: now?.fromDay ?? null, next };
};

/** Sets after how many days without a sign-in memberships end, from a day on. */
export const setDormancy = async (
  tx: Tx,
  actor: Actor,
  input: z.output<typeof dormancyInput>,
): Promise<Awaited<ReturnType<typeof dormancyOf>>> => {
  if (input.fromDay < businessDate(tx.scope, (await readOrganization(tx)).timeZone))
    throw invalidField("fromDay", "Choose today or a later day.");
  const before = await dormancyOf(tx);
  const row = await insertRow(tx, dormancyRule, {
    orgId: actor.orgId!,
    id: newId(),
    ...input,
    createdBy: actor.personId,
  });
  note(tx, actor, "organization", actor.orgId!, {
    action: "dormancy.set",
    before,
    after: row,
    event: null,
  });
  return dormancyOf(tx);
};

type Quiet = { personId: string; quietDays: number; toldDays: number | null };

/**
 * Active members by whole days since their last sign-in here, or since they came (back); and since
 * they were told. Those whose end is set already are left out.
 */
export const quietMembers = async (app: Pick<App, "database">, db: Db): Promise<Quiet[]> => {
  const signIns = await signInsOf(identityDb(app.database), db.scope.orgId!);
  const last = new Map(signIns.map((one) => [one.personId, one.lastSignInAt]));
  const members = await db.rows<{
    personId: string;
    since: string;
    toldAt: Instant | null;
    now: string;
  }>(sql`
    select m.person_id, m.created_at as since, n.told_at, clock_timestamp() as now
    from organization_member m
    left join dormancy_notice n on n.org_id = m.org_id and n.person_id = m.person_id
    where m.org_id = ${db.scope.orgId} and m.active and m.ends_at is null
  `);
  const days = (from: string, to: string) =>
    Math.floor((Date.parse(to) - Date.parse(from)) / 86_400_000);
  return members.map(({ personId, since, toldAt, now }) => {
    const from = [since, last.get(personId) ?? since].toSorted(
      (a, b) => Date.parse(b) - Date.parse(a),
    )[0]!;
    const told = toldAt !== null && Date.parse(toldAt) > Date.parse(from);
    return { personId, quietDays: days(from, now), toldDays: told ? days(toldAt, now) : null };
  });
};

const dormantLetter = defineLetter({
  kind: "membership_dormant",
  why: "You get this letter because you work with {agency} in Levee.",
  write: (by: { name: string; agency: string; days: number; notice: number; origin: string }) => ({
    subject: `Your access to ${by.agency} is about to end`,
    paragraphs: [
      `Hello ${by.name},`,
      `you have not signed in to ${by.agency} for a long time. Its rule ends access after ${by.days} days without a sign-in.`,
      `Sign in within ${by.notice} days and everything stays as it is. Otherwise an administrator of ${by.agency} can invite you again later.`,
    ],
    link: { label: "Sign in", href: `${by.origin}/auth` },
  }),
  sample: { name: "Lee Marsh", agency: "Gulfside", days: 90, notice: 7, origin: "{origin}" },
});

const tellDormant = async (tx: Tx, personId: string, days: number, origin: string) => {
  const [person, agency] = await Promise.all([
    memberById(tx, personId),
    tx.one<{ name: string }>(sql`select name from organization where id = ${tx.scope.orgId}`),
  ]);
  await tx.rows(sql`
    insert into dormancy_notice (org_id, person_id)
    values (${tx.scope.orgId}, ${personId})
    on conflict (org_id, person_id)
    do update set told_at = clock_timestamp()
  `);
  await queueMail(tx, {
    ...dormantLetter({
      name: person.name,
      agency: agency.name,
      days,
      notice: noticeDays,
      origin,
    }),
    to: person.email,
    orgId: tx.scope.orgId,
  });
};

const endDormant = async (app: App, actor: Actor, one: Quiet) => {
  const reason = `No sign-in for ${one.quietDays} days`;
  const ended = await endMembership(app, actor, one.personId, reason);
  if (!ended) return;
  await app.database.transaction(actor, async (tx) => {
    const { name } = await memberById(tx, one.personId);
    notify(tx, await administratorsOf(tx), {
      kind: "member.dormant",
      title: `${name}'s membership ended: ${reason.toLowerCase()}`,
      body: "It can be switched on again under Team; records keep the name.",
      link: `/user-management/${one.personId}`,
    });
  });
};

/** Once a day: tells whose membership is about to end for lack of use, and ends those whose time is over. */
export const dormancyDay = {
  name: "dormancy",
  at: "05:30",
  afterRestore: {
    kind: "access" as const,
    due: `
      select count(*)::int as due, count(distinct person_id)::int as people, min(told_at) as since
      from dormancy_notice
    `,
    // Sign-ins since the backup are not known: the next day looks anew.
    drop: async () => {},
  },
  run: async (app: App, orgId: string): Promise<void> => {
    const actor = systemActor(orgId, new Set(), "Rule on unused accounts");
    const db = app.database.read(actor);
    const { days } = await dormancyOf(db);
    if (days === null) return;
    for (const one of await quietMembers(app, db)) {
      if (one.quietDays < days - noticeDays) continue;
      if (one.toldDays === null)
        await app.database.transaction(actor, (tx) =>
          tellDormant(tx, one.personId, days, app.config.origin),
        );
      else if (one.quietDays >= days && one.toldDays >= noticeDays)
        await endDormant(app, actor, one);
    }
  },
};
