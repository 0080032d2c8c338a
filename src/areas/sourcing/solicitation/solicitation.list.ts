import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { extensionsOf } from "./extension-asking.service.ts";
import { checksOf } from "./readiness.service.ts";
import { kinds, responsiveBids, solicitationStatuses } from "./solicitation.labels.ts";
import type { SolicitationDetail } from "./solicitation.model.ts";
import { solicitationNoun, type LoadedSolicitation } from "./solicitation.noun.ts";

// How a competition is to be judged: told only once every opened bid is, and none before the opening.
const judged = "('responsive', 'evaluated', 'selected', 'not_selected')";
const bids = (statuses: string) =>
  `(select count(*) from bid b where b.org_id = s.org_id and b.solicitation_id = s.id and b.opened_at is not null and b.status in ${statuses})`;
const competed =
  "s.kind in ('rfq', 'itb', 'rfp') and s.opened_at is not null and s.status not in ('draft', 'review', 'published', 'questions_closed', 'closed', 'cancelled')";
const answered = `(case
  when not (${competed}) then null
  when s.status in ('opened', 'evaluating') or ${bids("('opened')")} > 0 then 'judging'
  when ${bids(judged)} = 0 then 'none'
  when ${bids(judged)} = 1 then 'one'
  when ${bids(judged)} = 2 then 'two'
  else 'more'
end)`;

export const solicitationList: ListDefinition = {
  name: "solicitations",
  from: "solicitation s join department d on d.org_id = s.org_id and d.id = s.department_id left join person who on who.id = s.buyer_id",
  base: "solicitation s",
  alias: "s",
  columns: {
    id: { sql: "s.id", hidden: true },
    number: { sql: "s.number", label: "Number", sort: true },
    kind: { sql: "s.kind", label: "Kind", codes: kinds },
    title: { sql: "s.title", label: "Title", sort: true },
    status: { sql: "s.status", label: "Status", sort: true, codes: solicitationStatuses },
    department: { sql: "d.name", label: "Department" },
    departmentId: { sql: "s.department_id", hidden: true },
    buyer: { sql: "who.display_name", label: "Buyer" },
    buyerId: { sql: "s.buyer_id", hidden: true },
    dueAt: { sql: "s.due_at", label: "Due", sort: true },
    questionsUntil: { sql: "s.questions_until", label: "Questions until" },
    publishedAt: { sql: "s.published_at", label: "Published", sort: true },
    addenda: { sql: "s.addenda", label: "Addenda" },
    federal: { sql: "s.federal", label: "Federal money" },
    invitedOnly: { sql: "s.invited_only", label: "Invited only" },
    responsiveBids: {
      sql: answered,
      label: "Responsive bids",
      codes: responsiveBids,
      exportOnly: true,
    },
    version: { sql: "s.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "s.status", type: "text" },
    kind: { kind: "set", sql: "s.kind", type: "text" },
    departmentId: { kind: "set", sql: "s.department_id", type: "uuid" },
    buyerId: { kind: "set", sql: "s.buyer_id", type: "uuid" },
    dueAt: { kind: "range", sql: "s.due_at", type: "instant" },
    openedOn: { kind: "range", sql: "(s.opened_at at time zone $zone)::date", type: "date" },
    responsiveBids: { kind: "set", sql: answered, type: "text" },
    mine: { kind: "flag", sql: "s.buyer_id = $actor" },
    federal: { kind: "flag", sql: "s.federal" },
    open: { kind: "flag", sql: "s.status in ('published', 'questions_closed')" },
    awardWaiting: {
      kind: "flag",
      sql: "exists (select 1 from award w where w.org_id = s.org_id and w.solicitation_id = s.id and w.status = 'waiting')",
    },
  },
  search: ["s.number", "s.title", "s.summary"],
  defaultSort: "-number",
};

type Head = Omit<LoadedSolicitation, "status" | "missing"> & {
  status: SolicitationDetail["status"];
  department: string;
  buyer: string | null;
  estimateBy: string | null;
  approvedBy: string | null;
};

const readHead = async (db: Db, id: string): Promise<Head> => {
  const row = await db.maybe<Head>(sql`
    select
      s.*, d.name as department, who.display_name as buyer, e.display_name as estimate_by,
      a.display_name as approved_by
    from solicitation s
    join department d on d.org_id = s.org_id and d.id = s.department_id
    left join person who on who.id = s.buyer_id
    left join person e on e.id = s.estimate_by
    left join person a on a.id = s.approved_by
    where s.org_id = ${db.scope.orgId} and s.id = ${id}
  `);
  if (!row) throw notFound("solicitation");
  return row;
};

export type Parts = Pick<
  SolicitationDetail,
  | "lots"
  | "items"
  | "criteria"
  | "requirements"
  | "documents"
  | "clauses"
  | "addendaList"
  | "questions"
>;

/**
 * The parts of a solicitation that everybody reads; `db` may be the agency's, a vendor's or the
 * public's, and sees what its role may. Unanswered questions are the agency's alone.
 */
export const readParts = async (db: Db, orgId: string, id: string): Promise<Parts> => {
  const at = sql`where x.org_id = ${orgId} and x.solicitation_id = ${id}`;
  const [lots, items, criteria, requirements, documents, clauses, addendaList, questions] =
    await Promise.all([
      db.rows<Parts["lots"][number]>(sql`
        select x.id, x.lot_no, x.title, x.description
        from solicitation_lot x ${at}
        order by x.lot_no
      `),
      db.rows<Parts["items"][number]>(sql`
        select
          x.id, x.lot_id, l.lot_no, x.item_no, x.description, x.commodity_code, x.quantity, x.unit,
          x.optional, x.alternates, null::uuid as requisition_line_id
        from solicitation_item x
        left join solicitation_lot l on l.org_id = x.org_id and l.id = x.lot_id ${at}
        order by x.item_no
      `),
      db.rows<Parts["criteria"][number]>(sql`
        select x.id, x.position, x.name, x.guidance, x.kind, x.weight, x.max_score
        from solicitation_criterion x ${at}
        order by x.position
      `),
      db.rows<Parts["requirements"][number]>(sql`
        select x.id, x.position, x.kind, x.label, x.guidance, x.mandatory, x.envelope
        from solicitation_requirement x ${at}
        order by x.position
      `),
      db.rows<Parts["documents"][number]>(sql`
        select x.id, x.file_id, x.title, f.name, f.size, f.sha256, x.addendum_no
        from solicitation_document x
        join stored_file f on f.org_id = x.org_id and f.id = x.file_id ${at}
        order by x.position, x.id
      `),
      db.rows<Parts["clauses"][number]>(sql`
        select
          x.id, x.position, x.rule_key, x.citation, x.title, x.text, x.because, x.verified,
          x.left_out
        from solicitation_clause x ${at}
        order by x.position
      `),
      db.rows<Parts["addendaList"][number]>(sql`
        select
          x.id, x.addendum_no, x.title, x.text, x.material, x.changes, x.due_before, x.due_after,
          x.published_at
        from solicitation_addendum x ${at}
        order by x.addendum_no desc
      `),
      db.rows<Parts["questions"][number]>(sql`
        select
          x.id, x.question_no, x.question, x.answer, x.answered_at, null::text as answered_by,
          x.addendum_no, x.declined, x.created_at, 1 as version
        from solicitation_question x ${at}
        order by x.question_no
      `),
    ]);
  return { lots, items, criteria, requirements, documents, clauses, addendaList, questions };
};

const agencyExtras = (db: Db, id: string) =>
  Promise.all([
    db.rows<SolicitationDetail["invitations"][number]>(sql`
      select
        i.id, i.vendor_id, v.name as vendor, v.number as vendor_number, v.email, i.source,
        i.certified, i.status, i.invited_at, i.answered_at, i.decline_reason
      from solicitation_invitation i
      join vendor v on v.org_id = i.org_id and v.id = i.vendor_id
      where i.org_id = ${db.scope.orgId} and i.solicitation_id = ${id}
      order by v.name, i.id
    `),
    db.rows<SolicitationDetail["outreach"][number]>(sql`
      select o.id, o.step, o.note, o.done_on, p.display_name as done_by
      from solicitation_outreach o
      left join person p on p.id = o.done_by
      where o.org_id = ${db.scope.orgId} and o.solicitation_id = ${id}
      order by o.done_on, o.id
    `),
    db.rows<{ itemId: string; lineId: string }>(sql`
      select id as item_id, requisition_line_id as line_id
      from solicitation_item
      where org_id = ${db.scope.orgId}
        and solicitation_id = ${id}
        and requisition_line_id is not null
    `),
    db.rows<SolicitationDetail["requisitions"][number]>(sql`
      select distinct r.id, r.number, r.title
      from solicitation_item i
      join requisition_line l on l.org_id = i.org_id and l.id = i.requisition_line_id
      join requisition r on r.org_id = l.org_id and r.id = l.requisition_id
      where i.org_id = ${db.scope.orgId} and i.solicitation_id = ${id}
      order by r.number
    `),
    db.rows<SolicitationDetail["orders"][number]>(sql`
      select distinct o.id, o.number, o.status, o.amount
      from solicitation_item i
      join purchase_order_line l
        on l.org_id = i.org_id
        and l.requisition_line_id = i.requisition_line_id
      join purchase_order o on o.org_id = l.org_id and o.id = l.purchase_order_id
      where i.org_id = ${db.scope.orgId} and i.solicitation_id = ${id}
      order by o.number
    `),
  ]);

const pastOpening = new Set([
  "opened",
  "evaluating",
  "intent_posted",
  "protest_window",
  "protest_hold",
  "awarded",
  "contracted",
  "reviewed",
  "archived",
  "no_award",
  "unsuccessful",
]);

// Before the opening nobody in the agency learns who took the documents or means to bid: a vendor
// that was not invited does not show, nor an answer except a decline.
const beforeOpening = (
  invitations: SolicitationDetail["invitations"],
): SolicitationDetail["invitations"] =>
  invitations.flatMap((i) =>
    i.source === "planholder" && i.status !== "declined"
      ? []
      : [
          {
            ...i,
            status: i.status === "intends" || i.status === "seen" ? ("invited" as const) : i.status,
            answeredAt: i.status === "declined" ? i.answeredAt : null,
          },
        ],
  );

/**
 * A solicitation with its parts, list of vendors, checks before publication, what it came from and
 * led to, and the actor's actions.
 */
export const readSolicitation = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<SolicitationDetail> => {
  const head = await readHead(db, id);
  const preparing = head.status === "draft" || head.status === "review";
  const [
    parts,
    [invitations, outreach, sources, requisitions, orders],
    checks,
    evaluated,
    extensions,
  ] = await Promise.all([
    readParts(db, actor.orgId!, id),
    agencyExtras(db, id),
    preparing ? checksOf(db, head) : [],
    db.maybe<{ id: string }>(sql`
      select id
      from evaluation
      where org_id = ${actor.orgId} and solicitation_id = ${id} and status <> 'ended'
    `),
    extensionsOf(db, actor, id),
  ]);
  const lineOf = new Map(sources.map((s) => [s.itemId, s.lineId]));
  const missing = checks.filter((check) => !check.ok).map((check) => check.text);
  return {
    ...head,
    ...parts,
    items: parts.items.map((item) => ({ ...item, requisitionLineId: lineOf.get(item.id) ?? null })),
    invitations: pastOpening.has(head.status) ? invitations : beforeOpening(invitations),
    outreach,
    checks,
    requisitions,
    orders,
    evaluationId: evaluated?.id ?? null,
    extensions,
    canEdit: head.status === "draft" && actor.permissions.has("solicitation.edit"),
    actions: await actionsAsked(db, actor, solicitationNoun, { ...head, missing }),
  };
};
