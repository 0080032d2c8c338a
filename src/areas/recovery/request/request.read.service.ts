import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { bind, sql } from "#server/db/sql.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { requestNoun } from "../recovery.nouns.ts";
import { paProject, paRequest } from "../recovery.tables.ts";
import { itemsIn, proveRequest, type ItemRecord, type Proof } from "./proof.service.ts";
import { requestList } from "./request.list.ts";
import type { Request_, RequestDetail } from "./request.model.ts";

const claimed = new Set(["checked", "certified", "submitted", "paid"]);

const linesOf = (items: readonly ItemRecord[], proof: Proof, stored: boolean) =>
  items.map((i) => {
    const share = stored ? i : proof.shares.get(i.id)!;
    return {
      id: i.id,
      kind: i.kind,
      label: i.label,
      person: i.person,
      dayFrom: i.dayFrom,
      cents: i.cents,
      insured: share.insured,
      federal: share.federal,
      match: share.match,
      rule: i.rule,
      citation: i.citation,
      lacks: stored ? [] : proof.lacks.get(i.id)!,
    };
  });

/** The records that belong to a request: its project, damage, orders, receipts, invoices. */
const evidenceOf = async (db: Db, projectId: string, requestId: string, proof: Proof) => {
  const damage = await db.rows<{ id: string }>(sql`
    select id
    from pa_damage
    where org_id = ${db.scope.orgId} and project_id = ${projectId}
    order by number
  `);
  return [
    ...new Set([
      requestId,
      projectId,
      ...damage.map((d) => d.id),
      ...[...proof.costs.values()].flatMap((c) => [
        ...(c.requisitionId ? [c.requisitionId] : []),
        ...(c.purchaseOrderId ? [c.purchaseOrderId] : []),
        ...(c.receiptId ? [c.receiptId] : []),
        ...(c.invoiceId ? [c.invoiceId] : []),
      ]),
    ]),
  ];
};

/** A request with its lines, what each lacks, and the actor's steps. 404. */
export const readRequest = async (db: Db, actor: Actor, id: string): Promise<RequestDetail> => {
  const row = await db.maybe<
    Request_ & {
      declarationId: string;
      category: string;
      preparer: string | null;
      certifier: string | null;
    }
  >(
    bind(
      `
        select
          ${recordColumns(requestList, {})}, p.declaration_id as "declarationId", p.category,
          w.display_name as preparer, v.display_name as certifier
        from ${requestList.from}
        left join person w on w.id = r.prepared_by
        left join person v on v.id = r.certified_by
        where r.org_id = $1 and r.id = $2
      `,
      [db.scope.orgId, id],
    ),
  );
  if (!row) throw notFound("request");
  const { preparer, certifier, ...head } = row;
  const [r, items] = await Promise.all([getRow(db, paRequest, id, "request"), itemsIn(db, id)]);
  const p = await getRow(db, paProject, r.projectId, "project");
  const proof = await proveRequest(db, p, id, items);
  const lines = linesOf(items, proof, claimed.has(r.status));
  const sum = (part: "cents" | "insured" | "federal" | "match") =>
    lines.reduce((n, l) => n + l[part], 0);
  return {
    ...head,
    // Of a draft, what it would ask for as it stands.
    ...(r.status === "cancelled"
      ? {}
      : { total: sum("cents"), federal: sum("federal"), match: sum("match") }),
    projectId: r.projectId,
    insured: sum("insured"),
    uncovered: r.uncovered,
    preparedBy: preparer,
    certifiedBy: certifier,
    certifiedAt: r.certifiedAt,
    certificate: r.certificate,
    reference: r.reference,
    paidOn: r.paidOn,
    statusReason: r.statusReason,
    lines,
    evidence: await evidenceOf(db, p.id, id, proof),
    actions: await actionsAsked(db, actor, requestNoun, r),
  };
};
