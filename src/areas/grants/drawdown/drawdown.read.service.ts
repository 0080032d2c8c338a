import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { dayIn } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { costsOf, liveClaims, type Cost } from "#areas/finance/finance.server.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import { booksOf, type Books } from "../award/books.service.ts";
import { termsOf } from "../award/terms.service.ts";
import { requestSheet } from "../federal-form/sheet.service.ts";
import { award, drawdown } from "../grants.tables.ts";
import { choicesOf, holdsOf } from "./costs.service.ts";
import { drawdownKinds, drawdownStatuses } from "./drawdown.labels.ts";
import type { ChoiceRow, Drawdown, DrawdownDetail, HeldRow } from "./drawdown.model.ts";
import { drawdownNoun, type DrawdownRecord } from "./drawdown.noun.ts";
import { findingsOf } from "./findings.service.ts";

export const drawdownList: ListDefinition = {
  name: "drawdowns",
  from: "drawdown d join grant_award w on w.org_id = d.org_id and w.id = d.award_id",
  base: "drawdown d",
  alias: "d",
  columns: {
    id: { sql: "d.id", hidden: true },
    number: { sql: "d.number", label: "Number", sort: true },
    status: { sql: "d.status", label: "Status", sort: true, codes: drawdownStatuses },
    kind: { sql: "d.kind", label: "Kind", codes: drawdownKinds },
    awardId: { sql: "d.award_id", hidden: true },
    award: { sql: "w.number", label: "Award", sort: true },
    awardTitle: { sql: "w.title", label: "For" },
    through: { sql: "d.through", label: "Costs until", sort: true },
    outlay: { sql: "d.outlay", label: "Outlays", money: true },
    federal: { sql: "d.federal", label: "Asked for", money: true, sort: true },
    match: { sql: "d.match", label: "Match", money: true },
    submittedOn: { sql: "d.submitted_on", label: "Sent", sort: true },
    paidOn: { sql: "d.paid_on", label: "Paid on", sort: true },
    paid: { sql: "d.paid", label: "Paid", money: true },
    version: { sql: "d.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "d.status", type: "text" },
    awardId: { kind: "set", sql: "d.award_id", type: "uuid" },
    paidOn: { kind: "range", sql: "d.paid_on", type: "date" },
  },
  search: ["d.number", "w.number", "w.title"],
  defaultSort: "-number",
};

const headOf = (db: Db, id: string) =>
  db.maybe<Drawdown>(sql`
    select
      d.id, d.number, d.status, d.kind, d.award_id, w.number as award, w.title as award_title,
      d.through, d.outlay, d.federal, d.match, d.submitted_on, d.paid_on, d.paid, d.version
    from drawdown d
    join grant_award w on w.org_id = d.org_id and w.id = d.award_id
    where d.org_id = ${db.scope.orgId} and d.id = ${id}
  `);

type Line = DrawdownDetail["lines"][number];
const linesOf = async (db: Db, id: string): Promise<{ lines: Line[]; costs: Cost[] }> => {
  const claims = await liveClaims(db, { claimerId: id });
  const costs = await costsOf(db, { ids: claims.map((c) => c.costLineId) });
  const lines = costs.map((c): Line => {
    const mine = claims.filter((each) => each.costLineId === c.id);
    const sum = (share: string) =>
      mine.reduce((n, each) => n + (each.share === share ? each.cents : 0), 0);
    return {
      costLineId: c.id,
      source: c.source,
      documentId: c.documentId,
      documentNumber: c.documentNumber,
      description: c.description,
      vendor: c.vendor,
      account: c.account,
      objectClass: c.objectClass,
      incurredTo: c.incurredTo,
      paidOn: c.paidOn,
      federal: sum("federal"),
      match: sum("match"),
      uncovered: mine.reduce((n, each) => n + each.uncovered, 0),
    };
  });
  return { lines, costs };
};

// The claims of the award up to this request, as SF-270 wants them.
const sf270Of = async (
  db: Db,
  d: DrawdownRecord,
  signed: { certifier: string | null; certifiedOn: string | null },
): Promise<DrawdownDetail["sf270"]> => {
  const [w, claims, until] = await Promise.all([
    getRow(db, award, d.awardId, "award"),
    liveClaims(db, { funderId: d.awardId }),
    db.rows<{ id: string }>(sql`
      select id
      from drawdown
      where org_id = ${db.scope.orgId} and award_id = ${d.awardId} and number <= ${d.number}
    `),
  ]);
  const counted = new Set(until.map((each) => each.id));
  const sum = (share: string) =>
    claims.reduce((n, c) => n + (c.share === share && counted.has(c.claimerId) ? c.cents : 0), 0);
  const [federal, match] = [sum("federal"), sum("match")];
  return requestSheet(db, w, {
    ...d,
    ...signed,
    outlays: federal + match,
    match,
    earlier: federal - d.federal,
  });
};

/** The records that a request's evidence holds beside it: its award and the papers of its lines. */
export const evidenceOf = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const found = await db.rows<{ id: string; awardId: string }>(sql`
    select id, award_id
    from drawdown
    where org_id = ${db.scope.orgId} and id = any(${[...ids]}::uuid[])
  `);
  const parts = await Promise.all(
    found.map(async ({ id, awardId }) => {
      const { costs } = await linesOf(db, id);
      return [
        id,
        awardId,
        ...costs.flatMap((c) =>
          [c.documentId, c.purchaseOrderId, c.requisitionId, c.receiptId].filter(
            (each): each is string => each !== null,
          ),
        ),
      ];
    }),
  );
  return [...new Set(parts.flat())];
};

/** A request with its lines, what was checked of it, and its fields of form SF-270. 404. */
export const readDrawdown = async (db: Db, actor: Actor, id: string): Promise<DrawdownDetail> => {
  const head = await headOf(db, id);
  if (!head) throw notFound("drawdown");
  const row = await getRow(db, drawdown, id, "drawdown");
  const [{ lines }, findings, evidence, people] = await Promise.all([
    linesOf(db, id),
    row.status === "cancelled" ? [] : findingsOf(db, row),
    evidenceOf(db, [id]),
    membersNamed(db, { ids: [row.preparedBy, row.certifiedBy].flatMap((each) => each ?? []) }),
  ]);
  const nameOf = (person: string | null) => people.find((p) => p.id === person)?.name ?? null;
  return {
    ...head,
    preparedBy: nameOf(row.preparedBy),
    certifiedBy: nameOf(row.certifiedBy),
    certifiedAt: row.certifiedAt,
    certificate: row.certificate,
    reference: row.reference,
    deposit: row.deposit,
    approved: row.approved,
    statusReason: row.statusReason,
    lines,
    findings,
    sf270: await sf270Of(db, row, {
      certifier: nameOf(row.certifiedBy),
      certifiedOn: row.certifiedAt && dayIn(db.scope, row.certifiedAt),
    }),
    evidence,
    actions: await actionsAsked(db, actor, drawdownNoun, row),
  };
};

const mostHeld = 100;
// What of the award's claims can be given back: not what comes off by itself.
const heldRows = ({ costs, claims }: Books, q: string): HeldRow[] =>
  costs
    .flatMap((cost): HeldRow[] => {
      const mine = claims.filter((c) => c.costLineId === cost.id && c.uncovered === 0);
      const sum = (share: string) =>
        mine.reduce((n, c) => n + (c.share === share ? c.cents : 0), 0);
      return sum("federal") + sum("match") > 0
        ? [
            {
              costLineId: cost.id,
              documentNumber: cost.documentNumber,
              description: cost.description,
              claimers: [...new Set(mine.map((c) => c.claimerNumber))].join(", "),
              federal: sum("federal"),
              match: sum("match"),
            },
          ]
        : [];
    })
    .filter((h) =>
      `${h.documentNumber} ${h.description} ${h.claimers}`.toLowerCase().includes(q.toLowerCase()),
    )
    .slice(0, mostHeld);

type Asked = { kind: "reimbursement" | "advance" | "refund"; through: string; q: string };
/** What could be drawn of an award until a day, what could not and why, and what it can give back. */
export const readChoices = async (
  db: Db,
  awardId: string,
  of: Asked,
): Promise<{ items: ChoiceRow[]; held: HeldRow[] }> => {
  const w = await getRow(db, award, awardId, "award");
  const [read, holds, terms] = await Promise.all([
    booksOf(db, w),
    holdsOf(db, awardId),
    termsOf(db, awardId),
  ]);
  const books = { ...read, holds };
  const items = choicesOf(db, w, terms, books, of).map(({ cost, cents, why }) => ({
    costLineId: cost.id,
    documentNumber: cost.documentNumber,
    description: cost.description,
    vendor: cost.vendor,
    objectClass: cost.objectClass,
    incurredTo: cost.incurredTo,
    cents,
    why,
  }));
  return { items, held: heldRows(books, of.q) };
};
