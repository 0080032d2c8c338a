import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { transition } from "#server/lifecycle.ts";
import { applicantTypeOf } from "../application/applicant.read.service.ts";
import { grantOpportunity } from "../preaward.tables.ts";
import { mayApply } from "./eligible.model.ts";
import { verdicts, type OpportunityAction } from "./opportunity.labels.ts";
import type { OpportunityInput, ProposalInput } from "./opportunity.model.ts";
import { opportunityNoun, type StoredOpportunity } from "./opportunity.noun.ts";

/** Where something was read: the source's name, its own key there, its page. */
export type Reading = { source: string; sourceKey: string; url: string };
type At = { id: string; version: number | null };

/** Notes where an opportunity was read, and that it was now. */
export const noteReading = async (tx: Tx, opportunityId: string, one: Reading): Promise<void> =>
  void (await tx.rows(sql`
    insert into grant_opportunity_source (org_id, id, opportunity_id, source, source_key, url)
    values (
      ${tx.scope.orgId}, ${newId()}, ${opportunityId}, ${one.source}, ${one.sourceKey}, ${one.url}
    )
    on conflict (org_id, source, source_key)
    do update set
      opportunity_id = excluded.opportunity_id, url = excluded.url, read_at = clock_timestamp()
  `));

/** Stores a new opportunity with where it was read. */
export const storeOpportunity = async (
  tx: Tx,
  actor: Actor,
  input: OpportunityInput,
  reading: Reading,
  action = "create",
): Promise<StoredOpportunity> => {
  const row = await insertRow(tx, grantOpportunity, {
    ...input,
    orgId: tx.scope.orgId!,
    id: newId(),
    status: "inbox",
    eligible: mayApply(await applicantTypeOf(tx), input.eligibility),
  });
  await noteReading(tx, row.id, reading);
  note(tx, actor, "grantOpportunity", row, {
    action,
    after: row,
    note: reading.source,
    data: { status: row.status },
  });
  return row;
};

/** The agency's opportunity of an announcement's number, however it is spelled; null for none. */
const opportunityOf = (db: Db, number: string): Promise<StoredOpportunity | null> =>
  db
    .maybe<StoredOpportunity>(sql`
      select *
      from grant_opportunity
      where org_id = ${db.scope.orgId} and upper(number) = ${number.trim().toUpperCase()}
    `)
    .then((row) => row ?? null);

/** Enters an opportunity by hand. 409 for a number that is known already. */
export const addOpportunity = async (
  tx: Tx,
  actor: Actor,
  input: OpportunityInput,
): Promise<StoredOpportunity> => {
  const known = await opportunityOf(tx, input.number);
  if (known)
    throw conflict("known_opportunity", `${known.number} is here already: ${known.title}.`);
  return storeOpportunity(tx, actor, input, {
    source: "By hand",
    sourceKey: input.number.toUpperCase(),
    url: input.url,
  });
};

/** Changes what is known of an opportunity; eligibility is judged anew. 409 once not relevant. */
export const changeOpportunity = async (
  tx: Tx,
  actor: Actor,
  { id, version }: At,
  input: OpportunityInput,
  action = "change",
): Promise<StoredOpportunity> => {
  const before = await lockRow(tx, grantOpportunity, id, "grant opportunity");
  if (version !== null) requireVersion(before.version, version);
  if (before.status === "not_relevant")
    throw conflict("not_relevant", "This is not relevant for the agency, and stays so.");
  const known = await opportunityOf(tx, input.number);
  if (known && known.id !== id)
    throw invalidField("number", "Another opportunity bears this number.");
  const after = await updateRow(tx, grantOpportunity, id, {
    ...input,
    eligible: mayApply(await applicantTypeOf(tx), input.eligibility),
  });
  note(tx, actor, "grantOpportunity", after, {
    action,
    before,
    after,
    data: { status: after.status },
  });
  return after;
};

/** Takes one step that needs no more than a reason. */
export const stepOpportunity = (
  tx: Tx,
  actor: Actor,
  action: Exclude<OpportunityAction, "propose" | "decide">,
  { id, version, reason }: At & { reason?: string | null },
): Promise<StoredOpportunity> =>
  transition(tx, actor, opportunityNoun, {
    id,
    action,
    version,
    ...(reason === undefined ? {} : { reason }),
    effect: async (row) =>
      action === "review"
        ? { patch: { ownerId: (row as StoredOpportunity).ownerId ?? actor.personId } }
        : action === "reopen"
          ? { patch: { proposal: null, proposedBy: null, proposalReason: "", rejectCode: null } }
          : { patch: { decisionReason: reason ?? "", decidedBy: actor.personId } },
  });

// To apply, eligibility and where the match comes from are on record first.
const requireGrounds = (
  row: Pick<StoredOpportunity, "eligibility" | "eligible" | "costSharing">,
  { verdict, matchSource }: ProposalInput,
): void => {
  if (verdict !== "will_apply") return;
  if (row.eligible === false)
    throw invalidField("verdict", "The announcement does not let an applicant of your type apply.");
  if (row.eligibility.length === 0)
    throw invalidField("verdict", "Enter first who may apply, as the announcement says it.");
  if (row.costSharing !== false && matchSource === "")
    throw invalidField("matchSource", "Say where the match comes from, or that none is asked for.");
};

/** Proposes what to do; a manager decides. */
export const proposeOpportunity = (
  tx: Tx,
  actor: Actor,
  { id, version }: At,
  input: ProposalInput,
): Promise<StoredOpportunity> =>
  transition(tx, actor, opportunityNoun, {
    id,
    action: "propose",
    version,
    reason: input.reason,
    effect: async (row) => {
      requireGrounds(row as StoredOpportunity, input);
      return {
        to: row.status as "reviewing" | "consider",
        patch: {
          proposal: input.verdict,
          proposalCode: input.verdict === "rejected" ? input.code : null,
          proposalReason: input.reason,
          proposedBy: actor.personId,
          matchSource: input.matchSource,
        },
        note: `${verdicts[input.verdict]} is proposed`,
      };
    },
  });

/** Decides on a proposal, as proposed or otherwise; never who proposed it. */
export const decideOpportunity = (
  tx: Tx,
  actor: Actor,
  { id, version }: At,
  input: ProposalInput,
): Promise<StoredOpportunity> =>
  transition(tx, actor, opportunityNoun, {
    id,
    action: "decide",
    version,
    reason: input.reason,
    effect: async (row) => {
      requireGrounds(row as StoredOpportunity, input);
      return {
        to: input.verdict,
        patch: {
          decidedBy: actor.personId,
          decisionReason: input.reason,
          rejectCode: input.verdict === "rejected" ? input.code : null,
          matchSource: input.matchSource || (row as StoredOpportunity).matchSource,
        },
      };
    },
  });

/** Judges every open opportunity anew, once the applicant is of another type. */
export const judgeEligibility = async (tx: Tx, type: string): Promise<void> => {
  const rows = await tx.rows<{ id: string; eligibility: string[]; eligible: boolean | null }>(sql`
    select id, eligibility, eligible
    from grant_opportunity
    where org_id = ${tx.scope.orgId}
    for update
  `);
  for (const row of rows) {
    const eligible = mayApply(type, row.eligibility);
    if (eligible !== row.eligible)
      await tx.rows(sql`
        update grant_opportunity
        set eligible = ${eligible}
        where org_id = ${tx.scope.orgId} and id = ${row.id}
      `);
  }
};
