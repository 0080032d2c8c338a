import type { Actor } from "#kernel/access.ts";
import { businessDate, businessNow, dayIn } from "#server/clock.ts";
import { conflict } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { actionsAsked, transition, type TakenStep } from "#server/lifecycle.ts";
import { keepDeadlines } from "#areas/workflow/workflow.server.ts";
import { membersNamed, notify } from "#areas/organization/organization.server.ts";
import { liveClaims } from "#areas/finance/finance.server.ts";
import { booksUntil, receivedOf } from "../award/books.service.ts";
import { certificateText } from "../drawdown/drawdown.labels.ts";
import type { AwardRecord } from "../award/award.noun.ts";
import { financialSheet, performanceSheet } from "../federal-form/sheet.service.ts";
import { award, grantReport } from "../grants.tables.ts";
import { notOver, reportKinds, reportStatuses } from "./report.labels.ts";
import type { Report, ReportDetail } from "./report.model.ts";
import { reportNoun, type ReportRecord } from "./report.noun.ts";
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
  books: Awaited<ReturnType<typeof booksUntil>>;
  received: Awaited<ReturnType<typeof receivedOf>>;
};
// An interim report is cut at its period's last day. After the end an award has days in which its
// obligations are paid (2 CFR 200.344(c)): the final report says how they stand when it is made.
const cutOf = (db: Db, r: ReportRecord): Day =>
  r.final && businessDate(db.scope) > r.periodTo ? businessDate(db.scope) : r.periodTo;

const refuseEarly = (tx: Tx, r: ReportRecord): void => {
  const early = notOver(r, businessDate(tx.scope));
  if (early) throw conflict("not_over", early);
};

/** What an award's SF-425 says at the end of any day, from dated rows alone. 404. */
export const factsUntil = async (
  db: Db,
  awardId: string,
  until: Day,
  final: boolean,
): Promise<Read> => {
  const w = await getRow(db, award, awardId, "award");
  const [books, claims, received, requests] = await Promise.all([
    booksUntil(db, w, until),
    liveClaims(db, { funderId: w.id }),
    receivedOf(db, w.id),
    db.rows<{ id: string; sentOn: string | null }>(sql`
      select id, submitted_on as sent_on
      from drawdown
      where org_id = ${db.scope.orgId} and award_id = ${w.id}
    `),
  ]);
  const sentOn = new Map(requests.map((d) => [d.id, d.sentOn]));
  return {
    award: w,
    books,
    received,
    facts: {
      amount: w.amount,
      match: w.match,
      rate: w.shareRate,
      indirectRate: w.indirectRate,
      until,
      final,
      basis: w.basis,
      costs: books.costs,
      ordered: books.ordered,
      expended: books.expended,
      received,
      claims: claims.map((c) => ({ ...c, sentOn: sentOn.get(c.claimerId) ?? null })),
    },
  };
};

const factsOf = (db: Db, r: ReportRecord): Promise<Read> =>
  factsUntil(db, r.awardId, cutOf(db, r), r.final);

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
      refuseEarly(tx, r);
      const narrative = input.narrative ?? r.narrative;
      if (r.kind === "ppr" && !narrative.trim())
        throw conflict("rule", "Write what was done against the goals.");
      await refuseDifferences(tx, r);
      return { patch: { preparedBy: actor.personId, narrative, statusReason: null } };
    },
  });

/** Certifies a report as another person than prepared it; its figures are kept as they are then. 409. */
export const certifyReport = (tx: Tx, actor: Actor, at: TakenStep): Promise<ReportRecord> =>
  transition(tx, actor, reportNoun, {
    ...at,
    action: "certify",
    effect: async (r) => {
      refuseEarly(tx, r);
      return {
        patch: {
          figures: await refuseDifferences(tx, r),
          certifiedBy: actor.personId,
          certifiedAt: businessNow(tx.scope).toISOString(),
          certificate: certificateText,
        },
      };
    },
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
      refuseEarly(tx, r);
      await keepDay(tx, actor, r, false);
      return { patch: { submittedOn: businessDate(tx.scope), reference } };
    },
  });

const withoutCertificate = {
  figures: null,
  certifiedBy: null,
  certifiedAt: null,
  certificate: null,
};

/** Opens a report again: its certificate does not count any more. */
export const reopenReport = (tx: Tx, actor: Actor, at: TakenStep): Promise<ReportRecord> =>
  transition(tx, actor, reportNoun, {
    ...at,
    action: "reopen",
    effect: async () => ({ patch: withoutCertificate }),
  });

/** The certifier sends a report back: no certificate counts, and who prepared it hears why. */
export const sendBackReport = (tx: Tx, actor: Actor, at: TakenStep): Promise<ReportRecord> =>
  transition(tx, actor, reportNoun, {
    ...at,
    action: "sendBack",
    effect: async (r) => {
      if (r.preparedBy)
        notify(tx, [r.preparedBy], {
          kind: "grantReport",
          title: `${r.number} came back from its certifier`,
          body: at.reason ?? "",
          link: `/grant-management/reports/${r.id}`,
        });
      return { patch: { ...withoutCertificate, statusReason: at.reason } };
    },
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

// Milestones as they stood on the day at which the report is cut: what was done or accepted later is not.
const milestonesUntil = (db: Db, r: ReportRecord): Promise<ReportDetail["milestones"]> =>
  db.rows<ReportDetail["milestones"][number]>(sql`
    select
      id, title, planned_on,
      case
        when done_on > ${cutOf(db, r)}::date and status in ('done', 'accepted') then 'planned'
        when accepted_on > ${cutOf(db, r)}::date and status = 'accepted' then 'done'
        else status
      end as status,
      case when done_on > ${cutOf(db, r)}::date then '' else outcome end as outcome
    from milestone
    where org_id = ${db.scope.orgId} and award_id = ${r.awardId}
    order by planned_on, id
  `);

/** A report with its cells and the rows behind them; a certified one shows what was certified. */
export const readReport = async (db: Db, actor: Actor, id: string): Promise<ReportDetail> => {
  const row = await getRow(db, grantReport, id, "report");
  const head = await headOf(db, id);
  const [{ award: w, facts, books, received }, milestones, people] = await Promise.all([
    factsOf(db, row),
    milestonesUntil(db, row),
    membersNamed(db, { ids: [row.preparedBy, row.certifiedBy].flatMap((each) => each ?? []) }),
  ]);
  const nameOf = (person: string | null) => people.find((p) => p.id === person)?.name ?? null;
  const financial = row.kind === "sf425";
  const cells = financial
    ? sf425Of(facts).map((c) => ({ ...c, cents: row.figures?.[c.line] ?? c.cents }))
    : [];
  const said = {
    ...row,
    certifier: nameOf(row.certifiedBy),
    certifiedOn: row.certifiedAt && dayIn(db.scope, row.certifiedAt),
  };
  const judged: ReportRecord & { today: string } = { ...row, today: businessDate(db.scope) };
  return {
    ...head,
    narrative: row.narrative,
    preparedBy: nameOf(row.preparedBy),
    certifiedBy: nameOf(row.certifiedBy),
    certifiedAt: row.certifiedAt,
    certificate: row.certificate,
    submittedOn: row.submittedOn,
    reference: row.reference,
    statusReason: row.statusReason,
    cells,
    sheet: financial
      ? await financialSheet(db, w, said, cells)
      : await performanceSheet(db, w, said, milestones),
    frozen: row.figures !== null,
    cutOn: facts.until,
    differences: financial && open.has(row.status) ? differencesOf(facts) : [],
    // The rows behind the cells: what was paid by then, on the accrual basis what was charged.
    costs: financial ? books.costs.filter((c) => c.paid || (w.basis === "accrual" && c.cents)) : [],
    received: received.filter((r) => r.on <= facts.until),
    milestones,
    actions: await actionsAsked(db, actor, reportNoun, judged),
  };
};
