import type { Actor } from "#kernel/access.ts";
import type { Database } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { acceptAward, offerAward, stepAward } from "./award/award.service.ts";

/** An award of $3,000.00 with a match of $1,000.00 that is open for spending, as a test has it or otherwise. */
export const openedAward = async (
  database: Database,
  agency: { orgId: string; accountStringId: string },
  manager: Actor,
  over: object = {},
) => {
  const { code } = await database.read(manager).one<{ code: string }>(sql`
    select w.code
    from account_string s
    join segment_value w on w.org_id = s.org_id and w.id = s.award_id
    where s.org_id = ${agency.orgId} and s.id = ${agency.accountStringId}
  `);
  const made = await database.transaction(manager, (tx) =>
    offerAward(tx, manager, {
      applicationId: crypto.randomUUID(),
      grantor: "CDC",
      assistanceListing: "93.069",
      title: "Preparedness",
      amountCents: 3_000_00,
      matchCents: 1_000_00,
      periodFrom: "2026-07-01",
      periodTo: "2027-06-30",
      budget: [
        { objectClass: "supplies", cents: 3_500_00 },
        { objectClass: "other", cents: 500_00 },
      ],
      ...over,
    }),
  );
  const at = { id: made.id, version: null };
  await database.transaction(manager, (tx) => acceptAward(tx, manager, at, { segmentCode: code }));
  return database.transaction(manager, (tx) =>
    stepAward(tx, manager, "activate", { ...at, reason: null }),
  );
};
