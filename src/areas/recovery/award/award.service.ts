import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { awardInput, awardNamed, createAward } from "#areas/grants/grants.server.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { shareOn } from "../law/share.model.ts";
import { sharesIn } from "../declaration/shares.service.ts";
import { paAward } from "../proof.tables.ts";
import { paDeclaration } from "../recovery.tables.ts";
import { programs } from "./award.labels.ts";
import type { Money, openAwardInput } from "./award.model.ts";

/**
 * Opens the award of a declaration in the register of grants: offered, with the share of the
 * declaration's text; whoever keeps grants accepts it. Once for each listing. 404, 409.
 */
export const openAward = async (
  tx: Tx,
  actor: Actor,
  declarationId: string,
  said: z.output<typeof openAwardInput>,
): Promise<{ id: string }> => {
  const d = await lockRow(tx, paDeclaration, declarationId, "declaration");
  const before = await tx.maybe<{ awardId: string }>(sql`
    select award_id
    from pa_award
    where org_id = ${d.orgId} and declaration_id = ${d.id} and listing = ${said.listing}
  `);
  if (before) {
    const { number } = await awardNamed(tx, before.awardId);
    throw conflict("known", `${number} is the award ${said.listing} of ${d.number} already.`);
  }
  const rate = shareOn(await sharesIn(tx, d.id), "B", d.declaredOn);
  if (rate === null)
    throw conflict("not_loaded", `No federal share of ${d.number} is on file. Amend it first.`);
  const made = await createAward(
    tx,
    actor,
    awardInput.parse({
      title: `${programs[said.listing]}, ${d.number}`,
      program: programs[said.listing],
      grantor: "Federal Emergency Management Agency",
      grantorNumber: d.number,
      assistanceListing: said.listing,
      federal: true,
      disaster: true,
      amount: said.amount,
      match: Math.round((said.amount * (10_000 - rate)) / rate),
      shareRate: rate,
      periodFrom: d.periodFrom,
      periodTo: said.periodTo,
    }),
  );
  await insertRow(tx, paAward, {
    orgId: d.orgId,
    id: newId(),
    declarationId: d.id,
    listing: said.listing,
    awardId: made.id,
    createdBy: actor.personId,
  });
  note(tx, actor, "paDeclaration", d, {
    action: "award",
    after: { listing: said.listing, award: made.number, amount: said.amount },
  });
  return { id: made.id };
};

/** Awards that a declaration opened. */
export const awardsOf = async (
  db: Db,
  declarationId: string,
): Promise<{ id: string; listing: "97.036" | "97.039"; number: string }[]> => {
  const rows = await db.rows<{ awardId: string; listing: "97.036" | "97.039" }>(sql`
    select award_id, listing
    from pa_award
    where org_id = ${db.scope.orgId} and declaration_id = ${declarationId}
    order by listing
  `);
  return Promise.all(
    rows.map(async ({ awardId, listing }) => ({
      id: awardId,
      listing,
      number: (await awardNamed(db, awardId)).number,
    })),
  );
};

/** What declarations cost so far: eligible, asked for, waiting, excluded; in cents. */
export const moneyOf = (db: Db): Promise<Money[]> =>
  db.rows<Money>(sql`
    select
      d.id, d.number, d.title,
      coalesce(sum(x.cents) filter (where x.eligible), 0)::bigint as eligible,
      coalesce(
        sum(x.cents) filter (
          where x.eligible
          and r.status in ('checked', 'certified', 'submitted', 'paid')
        ),
        0
      )::bigint as claimed,
      coalesce(sum(x.federal) filter (where x.eligible), 0)::bigint as federal,
      coalesce(
        sum(x.cents) filter (
          where x.eligible
          and (r.id is null or r.status in ('draft', 'returned', 'cancelled'))
        ),
        0
      )::bigint as waiting,
      coalesce(sum(x.cents) filter (where not x.eligible), 0)::bigint as excluded
    from pa_declaration d
    left join pa_project p on p.org_id = d.org_id and p.declaration_id = d.id
    left join pa_item x on x.org_id = p.org_id and x.project_id = p.id
    left join pa_request r on r.org_id = x.org_id and r.id = x.request_id
    where d.org_id = ${db.scope.orgId}
    group by d.id, d.number, d.title, d.declared_on
    order by d.declared_on desc
    limit 100
  `);
