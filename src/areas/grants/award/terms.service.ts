import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notAllowed, type FieldError } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { utcDay } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { accountsOfAward, awardSegmentsOf, type TermCharge } from "#areas/budget/budget.server.ts";
import { objectClassesOf } from "#areas/finance/finance.server.ts";
import { award, awardTerm, termOverride } from "../grants.tables.ts";
import type { OverrideInput, Term, TermInput } from "./award.model.ts";
import type { AwardRecord } from "./award.noun.ts";
import { stopsOf } from "./terms.model.ts";

/** The terms of an award that stand, in the order in which they were entered. */
export const termsOf = (db: Db, awardId: string): Promise<Term[]> =>
  db.rows<Term>(sql`
    select id, kind, object_class, cents, words, document, page, approved_on, approval
    from award_term
    where org_id = ${db.scope.orgId} and award_id = ${awardId} and ended_on is null
    order by created_at, id
  `);

const awardsOf = (db: Db, segmentIds: readonly string[]) =>
  db.rows<AwardRecord>(sql`
    select *
    from grant_award
    where org_id = ${db.scope.orgId} and segment_id = any(${[...segmentIds]}::uuid[])
  `);

// What the ledger holds and expended of an award, by object class.
const spentOf = async (tx: Tx, segmentId: string): Promise<Map<string, number>> => {
  const accounts = await accountsOfAward(tx, segmentId);
  const classes = await objectClassesOf(
    tx,
    accounts.map((a) => a.id),
  );
  const sums = new Map<string, number>();
  for (const a of accounts) {
    const objectClass = classes.get(a.id) ?? "other";
    sums.set(objectClass, (sums.get(objectClass) ?? 0) + a.committed + a.expended);
  }
  return sums;
};

const overridden = async (tx: Tx, awardId: string, requesterId: string | null, c: TermCharge) =>
  requesterId !== null &&
  (await tx.maybe(sql`
    select 1 as found
    from term_override
    where org_id = ${tx.scope.orgId}
      and award_id = ${awardId}
      and account_string_id = ${c.accountStringId}
      and requester_id = ${requesterId}
      and most >= ${c.cents}
      and expires_on >= ${businessDate(tx.scope)}
    limit 1
  `)) !== null;

type Asked = {
  requesterId: string | null;
  charges: readonly (TermCharge & { awardId: string; code: string })[];
};

/** What the terms of the awards that pay stop, one sentence per charge at its path. */
export const termStops = async (tx: Tx, { requesterId, charges }: Asked): Promise<FieldError[]> => {
  const [awards, classes] = await Promise.all([
    awardsOf(
      tx,
      charges.map((c) => c.awardId),
    ),
    objectClassesOf(
      tx,
      charges.map((c) => c.accountStringId),
    ),
  ]);
  const errors: FieldError[] = [];
  for (const w of awards) {
    const [terms, spent] = await Promise.all([termsOf(tx, w.id), spentOf(tx, w.segmentId!)]);
    for (const c of charges.filter((each) => each.awardId === w.segmentId)) {
      const objectClass = classes.get(c.accountStringId) ?? "other";
      const fresh = Math.max(0, c.cents - c.held);
      const stops = stopsOf(w, terms, { ...c, objectClass, fresh }, spent);
      spent.set(objectClass, (spent.get(objectClass) ?? 0) + fresh);
      if (stops.length && !(await overridden(tx, w.id, requesterId, c)))
        errors.push({
          path: c.path,
          message: `${c.code}: ${stops.join("; ")}. Choose another account, or ask somebody else with the duty Grant manager to let it pass.`,
        });
    }
  }
  return errors;
};

/** Enters a term of an award as its document says it. */
export const addTerm = async (tx: Tx, actor: Actor, awardId: string, input: TermInput) => {
  const w = await getRow(tx, award, awardId, "award");
  const row = await insertRow(tx, awardTerm, {
    ...input,
    orgId: w.orgId,
    id: newId(),
    awardId,
    createdBy: actor.personId,
  });
  note(tx, actor, "grantAward", w, { action: "addTerm", after: row, event: null });
  return { id: row.id, version: w.version };
};

/** Records that the grantor approved what a term asks approval for. */
export const approveTerm = async (
  tx: Tx,
  actor: Actor,
  termId: string,
  given: { approvedOn: string; approval: string },
) => {
  const before = await getRow(tx, awardTerm, termId, "term");
  if (given.approvedOn > businessDate(tx.scope))
    throw invalidField("approvedOn", "This day has not come yet.");
  if (before.endedOn) throw conflict("rule", "This term does not stand any more.");
  const w = await getRow(tx, award, before.awardId, "award");
  const after = await updateRow(tx, awardTerm, termId, given);
  note(tx, actor, "grantAward", w, { action: "approveTerm", before, after, event: null });
  return { id: termId, version: w.version };
};

/** Ends a term that the grantor took back; it stays on file. */
export const endTerm = async (tx: Tx, actor: Actor, termId: string) => {
  const before = await getRow(tx, awardTerm, termId, "term");
  const w = await getRow(tx, award, before.awardId, "award");
  const after = await updateRow(tx, awardTerm, termId, { endedOn: businessDate(tx.scope) });
  note(tx, actor, "grantAward", w, { action: "endTerm", before, after, event: null });
  return { id: termId, version: w.version };
};

/**
 * Lets one person charge one account of an award for some days in spite of its terms, up to an
 * amount; audited with the reason. 403 for oneself.
 */
export const grantOverride = async (
  tx: Tx,
  actor: Actor,
  awardId: string,
  { days, ...input }: OverrideInput,
) => {
  if (input.requesterId === actor.personId)
    throw notAllowed("Somebody else lets your own purchase pass.", "own_override");
  const w = await getRow(tx, award, awardId, "award");
  const segments = await awardSegmentsOf(tx, [input.accountStringId]);
  if (!w.segmentId || [...segments.values()][0] !== w.segmentId)
    throw invalidField("accountStringId", `This account does not spend ${w.number}.`);
  const end = new Date(`${businessDate(tx.scope)}T00:00:00Z`);
  end.setUTCDate(end.getUTCDate() + days);
  const row = await insertRow(tx, termOverride, {
    ...input,
    orgId: w.orgId,
    id: newId(),
    awardId,
    grantedBy: actor.personId!,
    expiresOn: utcDay(end),
  });
  note(tx, actor, "grantAward", w, {
    action: "grant.override",
    after: row,
    note: input.reason,
    event: null,
  });
  return { id: row.id, version: w.version };
};
