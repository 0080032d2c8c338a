import type { Actor } from "#kernel/access.ts";
import { businessDate, businessNow, dayIn } from "#server/clock.ts";
import { conflict } from "#kernel/errors.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { actionsFor, transition, type TakenStep } from "#server/lifecycle.ts";
import { keepDeadlines } from "#areas/workflow/workflow.server.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import { booksOf, receivedOf, type Books } from "../award/books.service.ts";
import { certificateText } from "../drawdown/drawdown.labels.ts";
import type { AwardRecord } from "../award/award.noun.ts";
import { financialSheet, performanceSheet } from "../federal-form/sheet.service.ts";
import { award, grantReport } from "../grants.tables.ts";
import { reportKinds, reportStatuses } from "./report.labels.ts";
import type { Report, ReportDetail, SefaRow } from "./report.model.ts";
import { reportNoun, type ReportRecord } from "./report.noun.ts";
import { federalOf } from "../drawdown/share.model.ts";
import { differencesOf, sf425Of, type ReportFacts } from "./sf425.model.ts";

export const reportList: ListDefinition = {
  name: "grant-reports",
  from: "grant_report r join grant_award w on w.org_id = r.org_id and w.id = r.award_id",
  base: "grant_report r",
  alias: "r",
  columns: {
    id: { sql: "r.id", hidden: true },
    number: { sql: "r.number", label: "Number", sort: true },
    kind: { sql: "r.kind", label: "Report", codes: reportKinds },
    status: { sql: "r.status", label: "Status", sort: true, codes: reportStatuses },
    awardId: { sql: "r.award_id", hidden: true },
    award: { sql: "w.number", label: "Award", sort: true },
    awardTitle: { sql: "w.title", label: "For" },
    grantor: { sql: "w.grantor", label: "Grantor" },
    periodFrom: { sql: "r.period_from", label: "From" },
    periodTo: { sql: "r.period_to", label: "To", sort: true },
    dueOn: { sql: "r.due_on", label: "Due", sort: true },
    final: { sql: "r.final", label: "Final" },
    version: { sql: "r.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "r.status", type: "text" },
    kind: { kind: "set", sql: "r.kind", type: "text" },
    awardId: { kind: "set", sql: "r.award_id", type: "uuid" },
    dueOn: { kind: "range", sql: "r.due_on", type: "date" },
    late: {
      kind: "flag",
      sql: "r.status in ('due', 'prepared', 'certified') and r.due_on < $today::date",
    },
  },
  search: ["r.number", "w.number", "w.title", "w.grantor"],
  defaultSort: "dueOn",
};

type Read = {
  award: AwardRecord;
  facts: ReportFacts;
  books: Books;
  received: Awaited<ReturnType<typeof receivedOf>>;
};
const factsOf = async (db: Db, r: ReportRecord): Promise<Read> => {
  const w = await getRow(db, award, r.awardId, "award");
  const [books, received, throughs] = await Promise.all([
    booksOf(db, w),
    receivedOf(db, w.id),
    db.rows<{ id: string; through: string }>(sql`
      select id, through
      from drawdown
      where org_id = ${db.scope.orgId} and award_id = ${w.id}
    `),
  ]);
  const through = new Map(throughs.map((d) => [d.id, d.through]));
  return {
    award: w,
    books,
    received,
    facts: {
      amount: w.amount,
      match: w.match,
      rate: w.shareRate,
      indirectRate: w.indirectRate,
      periodTo: r.periodTo,
      final: r.final,
      costs: books.costs,
      committed: books.accounts.reduce((n, a) => n + a.committed, 0),
      expended: books.accounts.reduce((n, a) => n + a.expended, 0),
      received,
      claims: books.claims.map((c) => ({ ...c, on: through.get(c.claimerId) ?? r.periodTo })),
    },
  };
};

const refuseDifferences = async (tx: Tx, r: ReportRecord) => {
  if (r.kind !== "sf425") return null;
  const { facts } = await factsOf(tx, r);
  const differences = differencesOf(facts);
  if (differences.length) throw conflict("difference", differences.join(" "));
  return Object.fromEntries(sf425Of(facts).map((c) => [c.line, c.cents]));
};

const open = new Set(["due", "prepared", "certified"]);
const keepDay = async (tx: Tx, actor: Actor, r: ReportRecord, still: boolean) => {
  if (!still)
    await keepDeadlines(tx, actor, "grantReport", {
      id: r.id,
      number: r.number,
      link: `/grant-management/reports/${r.id}`,
      deadlines: [],
    });
};

/** Prepares a report: its figures agree with the books, and a performance report says what was done. 409. */
export const prepareReport = (
  tx: Tx,
  actor: Actor,
  at: TakenStep,
  input: { narrative?: string },
): Promise<ReportRecord> =>
  transition(tx, actor, reportNoun, {
    ...at,
    action: "prepare",
    effect: async (r) => {
      const narrative = input.narrative ?? r.narrative;
      if (r.kind === "ppr" && !narrative.trim())
        throw conflict("rule", "Write what was done against the goals.");
      await refuseDifferences(tx, r);
      return { patch: { preparedBy: actor.personId, narrative } };
    },
  });

/** Certifies a report as another person than prepared it; its figures are kept as they are then. 409. */
export const certifyReport = (tx: Tx, actor: Actor, at: TakenStep): Promise<ReportRecord> =>
  transition(tx, actor, reportNoun, {
    ...at,
    action: "certify",
    effect: async (r) => ({
      patch: {
        figures: await refuseDifferences(tx, r),
        certifiedBy: actor.personId,
        certifiedAt: businessNow(tx.scope).toISOString(),
        certificate: certificateText,
      },
    }),
  });

/** Records that a report was sent; its day is kept. */
export const submitReport = (
  tx: Tx,
  actor: Actor,
  at: TakenStep,
  { reference = "" }: { reference?: string },
): Promise<ReportRecord> =>
  transition(tx, actor, reportNoun, {
    ...at,
    action: "submit",
    effect: async (r) => {
      await keepDay(tx, actor, r, false);
      return { patch: { submittedOn: businessDate(tx.scope), reference } };
    },
  });

/** Opens a report again: its certificate does not count any more. */
export const reopenReport = (tx: Tx, actor: Actor, at: TakenStep): Promise<ReportRecord> =>
  transition(tx, actor, reportNoun, {
    ...at,
    action: "reopen",
    effect: async () => ({
      patch: { figures: null, certifiedBy: null, certifiedAt: null, certificate: null },
    }),
  });

const headOf = (db: Db, id: string) =>
  db.one<Report>(sql`
    select
      r.id, r.number, r.kind, r.status, r.award_id, w.number as award, w.title as award_title,
      w.grantor, r.period_from, r.period_to, r.due_on, r.final, r.version
    from grant_report r
    join grant_award w on w.org_id = r.org_id and w.id = r.award_id
    where r.org_id = ${db.scope.orgId} and r.id = ${id}
  `);

/** A report with its cells and the rows behind them; a certified one shows what was certified. */
export const readReport = async (db: Db, actor: Actor, id: string): Promise<ReportDetail> => {
  const row = await getRow(db, grantReport, id, "report");
  const head = await headOf(db, id);
  const [{ award: w, facts, books, received }, milestones, people] = await Promise.all([
    factsOf(db, row),
    db.rows<ReportDetail["milestones"][number]>(sql`
      select id, title, planned_on, status, outcome
      from milestone
      where org_id = ${db.scope.orgId} and award_id = ${row.awardId}
      order by planned_on, id
    `),
    membersNamed(db, { ids: [row.preparedBy, row.certifiedBy].flatMap((each) => each ?? []) }),
  ]);
  const nameOf = (person: string | null) => people.find((p) => p.id === person)?.name ?? null;
  const financial = row.kind === "sf425";
  const paid = books.costs.filter((c) => c.paidOn !== null && c.paidOn <= row.periodTo && c.paid);
  const cells = financial
    ? sf425Of(facts).map((c) => ({ ...c, cents: row.figures?.[c.line] ?? c.cents }))
    : [];
  const said = {
    ...row,
    certifier: nameOf(row.certifiedBy),
    certifiedOn: row.certifiedAt && dayIn(db.scope, row.certifiedAt),
  };
  return {
    ...head,
    narrative: row.narrative,
    preparedBy: nameOf(row.preparedBy),
    certifiedBy: nameOf(row.certifiedBy),
    certifiedAt: row.certifiedAt,
    certificate: row.certificate,
    submittedOn: row.submittedOn,
    reference: row.reference,
    cells,
    sheet: financial
      ? await financialSheet(db, w, said, cells)
      : await performanceSheet(db, w, said, milestones),
    frozen: row.figures !== null,
    differences: financial && open.has(row.status) ? differencesOf(facts) : [],
    costs: financial ? paid : [],
    received: received.filter((r) => r.on <= row.periodTo),
    milestones,
    actions: actionsFor(actor, reportNoun, row),
  };
};

/**
 * The schedule of expenditures of federal awards (2 CFR 200.510(b)): what federal awards paid of
 * costs in the days of a fiscal year, by assistance listing.
 */
export const readSefa = async (db: Db, days: { from: string; to: string }): Promise<SefaRow[]> => {
  const awards = await db.rows<typeof award.$inferSelect>(sql`
    select *
    from grant_award
    where org_id = ${db.scope.orgId} and federal
    order by assistance_listing, number
  `);
  const rows = await Promise.all(
    awards.map(async (w) => {
      const [books, received] = await Promise.all([booksOf(db, w), receivedOf(db, w.id)]);
      const paidUntil = (day: string, inclusive: boolean) =>
        books.costs.reduce(
          (n, c) => n + (c.paidOn && (inclusive ? c.paidOn <= day : c.paidOn < day) ? c.paid : 0),
          0,
        );
      const share = (total: number) => federalOf(total, w.shareRate, w.amount);
      return {
        assistanceListing: w.assistanceListing,
        grantor: w.grantor,
        program: w.program || w.title,
        awards: w.grantorNumber || w.number,
        expended: share(paidUntil(days.to, true)) - share(paidUntil(days.from, false)),
        received: received.reduce(
          (n, r) => n + (r.on >= days.from && r.on <= days.to ? r.cents : 0),
          0,
        ),
      };
    }),
  );
  return rows.filter((r) => r.expended !== 0 || r.received !== 0);
};
