import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Candidate, DecisionInput } from "./screening.model.ts";
import type { Subject } from "./match.model.ts";
import type { Outcome } from "./screening.service.ts";

const screeningToDecide = (tx: Tx, screeningId: string) =>
  tx.maybe<{
    vendorId: string;
    number: string;
    outcome: Outcome;
    candidates: Candidate[];
    subject: Subject;
    newest: boolean;
    decided: boolean;
    screeningResult: Outcome;
  }>(sql`
    select
      s.vendor_id, v.number, v.screening_result, s.outcome, s.candidates, s.subject,
      not exists (
        select 1
        from vendor_screening n
        where n.org_id = s.org_id and n.vendor_id = s.vendor_id and (n.at, n.id) > (s.at, s.id)
      ) as newest,
      exists (
        select 1
        from vendor_screening_decision d
        where d.org_id = s.org_id and d.screening_id = s.id
      ) as decided
    from vendor_screening s
    join vendor v on v.org_id = s.org_id and v.id = s.vendor_id
    where s.org_id = ${tx.scope.orgId} and s.id = ${screeningId}
    for update of v
  `);

/**
 * A person's decision on the newest screening with possible matches: `clear` (other parties) or
 * `excluded` (the same). It holds for these candidates
 * as long as name, UEI and address of the vendor stay. 409 when the screening is not the newest,
 * has no open match, or is decided.
 */
export const decideScreening = async (
  tx: Tx,
  actor: Actor,
  screeningId: string,
  input: DecisionInput,
): Promise<string> => {
  const s = await screeningToDecide(tx, screeningId);
  if (!s) throw notFound("screening");
  if (s.decided) throw conflict("already_decided", "This screening was decided before.");
  if (!s.newest) throw conflict("not_newest", "A newer screening exists. Decide that one.");
  if (s.outcome !== "possible")
    throw conflict(
      "nothing_to_decide",
      s.outcome === "clear"
        ? "Nothing was found that needs a decision."
        : "The same UEI is excluded; only a newer list can change that.",
    );
  const cleared = s.candidates.filter((c) => c.decided === null).map((c) => c.key);
  await tx.rows(sql`
    insert into vendor_screening_decision (
      org_id, id, screening_id, vendor_id, decision, reason, cleared, subject, person_id, at
    )
    values (
      ${actor.orgId}, ${newId()}, ${screeningId}, ${s.vendorId}, ${input.decision}, ${input.reason},
      ${cleared}, ${JSON.stringify(s.subject)}, ${actor.personId},
      ${businessNow(tx.scope).toISOString()}
    )
  `);
  await tx.rows(sql`
    update vendor
    set screening_result = ${input.decision}, version = version + 1, updated_at = clock_timestamp()
    where org_id = ${actor.orgId} and id = ${s.vendorId}
  `);
  note(tx, actor, "vendor", s.vendorId, {
    number: s.number,
    action: "decideScreening",
    before: { screeningResult: s.screeningResult },
    after: { screeningResult: input.decision, candidates: cleared },
    note: input.reason,
  });
  return s.vendorId;
};
