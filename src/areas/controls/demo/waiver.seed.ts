import { dateIn, instantIn } from "#kernel/dates.ts";
import { addDays, type Instant } from "#kernel/time.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import { decide, newestApproval } from "#areas/workflow/workflow.server.ts";
import type { App } from "#server/app.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { requestWaiver } from "../waiver/waiver.service.ts";

type Failing = { controlId: string; subjectId: string; part: number };

/** The newest order of the buyer that broke the rule on quotes. */
const failing = (db: Db, buyer: string): Promise<Failing | null> =>
  db.maybe<Failing>(sql`
    select control_id, subject_id, part
    from control_failure
    where org_id = ${db.scope.orgId}
      and check_name = 'order.quotes'
      and status = 'open'
      and owner_id = ${buyer}
    order by number desc
    limit 1
  `);

/** Noon of the day a week from now, in the agency's zone. */
const nextWeek = (timeZone: string): Instant => {
  const day = addDays(dateIn(new Date(databaseMs()).toISOString(), timeZone), 7);
  return new Date(instantIn(`${day}T12:00`, timeZone)).toISOString();
};

/** A waiver that ends next week: asked for by the buyer, decided by the compliance officer. */
export const seedWaiver = async (app: App): Promise<void> => {
  const [buyer, officer] = [demoActor("buyer"), demoActor("compliance")];
  const found = await failing(app.database.read(buyer), buyer.personId!);
  if (!found) return;
  const { id } = await app.database.transaction(buyer, async (tx) =>
    requestWaiver(tx, buyer, {
      ...found,
      scope: "record",
      reason: "The second supplier of this part went out of business; a new list is being made.",
      measure: "The price is compared with the state's contract until the new list stands.",
      endsAt: nextWeek((await readOrganization(tx)).timeZone),
      permissionFileId: null,
    }),
  );
  const approval = (await newestApproval(app.database.read(officer), id))!;
  await app.database.transaction(officer, (tx) =>
    decide(tx, officer, approval.id, "approve", "Until the new list stands, not longer.", null),
  );
};
