import type { Actor } from "#kernel/access.ts";
import { vendorAsIssued } from "#areas/vendors/vendors.server.ts";
import type { Db } from "#server/db/db.ts";
import { notFound } from "#kernel/errors.ts";
import { bind, sql } from "#server/db/sql.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { unsearchableOf } from "#server/files/found-text.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { insuranceStandings } from "#areas/procurement/procurement.server.ts";
import { approvalsOf } from "#areas/workflow/workflow.server.ts";
import { burnOutOn, paceDays, type Pace } from "../ceiling/burn.model.ts";
import { coverageGaps } from "../coverage/standing.service.ts";
import { clausesOf } from "../clause/required.service.ts";
import { jointOf } from "../master/joint.service.ts";
import { linesOf } from "./contract.lines.service.ts";
import { contractList } from "./contract.list.ts";
import { contractFields, type ContractDetail } from "./contract.model.ts";
import { beforeForce, contractNoun, withFacts, type ContractRecord } from "./contract.noun.ts";
import { isEditable } from "./contract.service.ts";

const amendmentsOf = (db: Db, id: string) =>
  db.rows<ContractDetail["amendments"][number]>(sql`
    select id, number, kind, status, title, ceiling_change, new_ends_on
    from contract_amendment
    where org_id = ${db.scope.orgId} and contract_id = ${id}
    order by sequence
  `);

/** Signatures of a contract, or of one of its amendments or change orders. */
export const signingsOf = async (
  db: Db,
  contractId: string,
  amendmentId: string | null,
  changeId: string | null = null,
): Promise<ContractDetail["signings"]> => {
  const signings = await db.rows<Omit<ContractDetail["signings"][number], "unsearchable">>(sql`
    select
      s.id, s.kind, s.signed_on, s.our_signer, s.vendor_signer, s.file_id,
      p.display_name as recorded_by
    from contract_signing s
    left join person p on p.id = s.recorded_by
    where s.org_id = ${db.scope.orgId}
      and s.contract_id = ${contractId}
      and s.amendment_id is not distinct from ${amendmentId}::uuid
      and s.change_id is not distinct from ${changeId}::uuid
    order by s.created_at
  `);
  const why = await unsearchableOf(
    db,
    signings.map((s) => s.fileId),
  );
  return signings.map((s) => ({ ...s, unsearchable: why.get(s.fileId) ?? null }));
};

const versionsOf = (db: Db, id: string) =>
  db.rows<ContractDetail["versions"][number]>(sql`
    select version_no, reason, ceiling, ends_on, created_at
    from contract_version
    where org_id = ${db.scope.orgId} and contract_id = ${id}
    order by version_no
  `);

const entriesOf = (db: Db, id: string) =>
  db.rows<ContractDetail["entries"][number]>(sql`
    select
      e.sequence, e.kind, e.amount, e.order_id, e.amendment_id, e.note, e.at, p.display_name as by
    from contract_ceiling_entry e
    left join person p on p.id = e.by
    where e.org_id = ${db.scope.orgId} and e.contract_id = ${id}
    order by e.sequence desc
    limit 200
  `);

// What was drawn in the days of the pace, and since when.
const paceOf = (db: Db, id: string) => {
  const now = sql`${businessNow(db.scope).toISOString()}::timestamptz`;
  return db.one<Omit<Pace, "left">>(sql`
    select
      coalesce(
        sum(amount) filter (where at >= ${now} - make_interval(days => ${paceDays})), 0
      )::bigint as drawn,
      coalesce(extract(day from ${now} - min(at)), 0)::int as days
    from contract_ceiling_entry
    where org_id = ${db.scope.orgId}
      and contract_id = ${id}
      and kind in ('order', 'order_change', 'release')
  `);
};

type Head = Omit<
  ContractDetail,
  | "lines"
  | "amendments"
  | "signings"
  | "versions"
  | "entries"
  | "insured"
  | "burnOutOn"
  | "clauses"
  | "missing"
  | "approvalId"
  | "canEdit"
  | "canAmend"
  | "issuedTo"
  | "joint"
  | "actions"
> &
  Pick<ContractRecord, "draftedBy">;

const readHead = async (db: Db, id: string): Promise<Head> => {
  const row = await db.maybe<Head>(
    bind(
      `
        select
          ${recordColumns(contractList, contractFields)}, c.original_ceiling, c.original_ends_on,
          c.options_used, c.source, c.award_id, c.solicitation_id, c.requisition_id,
          c.earlier_number, c.status_reason, c.drafted_by, c.master_id
        from ${contractList.from}
        where c.org_id = $1 and c.id = $2
      `,
      [db.scope.orgId, id],
    ),
  );
  if (!row) throw notFound("contract");
  return row;
};

/** How the vendor's certificate stands where the contract demands insurance. */
const insuredOf = async (db: Db, c: Head): Promise<ContractDetail["insured"]> =>
  (
    await insuranceStandings(
      db,
      {
        solicitationId: c.solicitationId,
        orderId: null,
        number: c.number,
        buyerId: null,
        demanded: c.insuranceRequired,
        lacking: ["active", "suspended"].includes(c.status) ? await coverageGaps(db, c.id) : [],
      },
      [c.vendorId],
    )
  ).map((standing) => ({ ok: standing.override !== null, text: standing.text }));

/**
 * A contract with its terms, ceiling, lines, amendments, signatures, versions, and what this person
 * may do with it. 404.
 */
export const readContract = async (db: Db, actor: Actor, id: string): Promise<ContractDetail> => {
  const head = await readHead(db, id);
  const [lines, amendments, signings, versions, entries, insured, approvals, pace, clauses, joint] =
    await Promise.all([
      linesOf(db, id),
      amendmentsOf(db, id),
      signingsOf(db, id, null),
      versionsOf(db, id),
      entriesOf(db, id),
      insuredOf(db, head),
      approvalsOf(db, [id]),
      paceOf(db, id),
      clausesOf(db, id),
      jointOf(db, head.masterId),
    ]);
  const { draftedBy: _d, ...shown } = head;
  const mayEdit = actor.permissions.has("contract.edit");
  const facts = await withFacts(db, head as unknown as ContractRecord);
  return {
    ...shown,
    lines,
    issuedTo: await vendorAsIssued(db, "contract", id),
    amendments,
    signings,
    versions,
    entries,
    insured,
    joint,
    burnOutOn:
      head.status === "active"
        ? burnOutOn({ ...pace, left: head.left }, businessDate(db.scope))
        : null,
    clauses: clauses.map(({ name, text, citation }) => ({ name, text, citation })),
    missing: beforeForce.has(head.status) ? [...facts.missing] : [],
    approvalId: approvals.at(-1) ?? null,
    canEdit: isEditable(head.status) && mayEdit,
    canAmend: (head.status === "active" || head.status === "suspended") && mayEdit,
    actions: actionsFor(actor, contractNoun, facts),
  };
};
