import { judge } from "#areas/forms/forms.public.ts";
import { validate } from "#areas/forms/forms.server.ts";
import { applicantOf } from "#areas/preaward/preaward.server.ts";
import { formatDate } from "#kernel/dates.ts";
import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import type { AwardRecord } from "../award/award.noun.ts";
import type { Cell } from "../report/sf425.model.ts";
import { sheetFindings, type AwardFacts } from "./post-award-rules.model.ts";
import type { Answers, PostAwardForm } from "./post-award.ts";
import { ppr } from "./ppr.data.ts";
import { sf270 } from "./sf270.data.ts";
import { sf425 } from "./sf425.data.ts";
import type { FormSheet } from "./sheet.model.ts";

const bases = { cash: "Cash", accrual: "Accrual" } as const;
const every = { quarterly: "Quarterly", semiannual: "Semi-annual", annual: "Annual" } as const;

const headOf = async (db: Db, w: AwardRecord): Promise<Answers> => {
  const applicant = await applicantOf(db);
  return {
    agency: w.grantor,
    grantNumber: w.grantorNumber || w.number,
    account: w.number,
    orgName: applicant?.legalName,
    uei: applicant?.uei,
    ein: applicant?.ein,
    projectFrom: w.periodFrom,
    projectTo: w.periodTo,
  };
};

// An answer that there is not is left out: an empty text would be a wrong one.
const filled = (of: PostAwardForm, given: Answers, facts: AwardFacts): FormSheet => {
  const known = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== "" && value != null),
  );
  const { answers, errors } = judge(of, known, validate);
  const source = `${of.code}, version ${of.version}`;
  return {
    code: of.code,
    name: of.name,
    version: of.version,
    pages: of.pages as FormSheet["pages"],
    answers,
    findings: [
      ...errors.map(({ path, message }) => ({ path, message, source })),
      ...sheetFindings(of.code, answers, facts),
    ],
  };
};

const factsOf = (w: AwardRecord, asked: number | null = null): AwardFacts => ({
  amount: w.amount,
  match: w.match,
  periodFrom: w.periodFrom,
  periodTo: w.periodTo,
  asked,
});

type Signed = { certifier: string | null; certifiedOn: string | null };
type Reported = Signed & { periodTo: string; final: boolean; narrative: string };

// Program income and indirect expense stay blank where the award has neither, as the form asks.
const optional = [
  ["10l", "10m", "10n", "10o"],
  ["11d", "11e", "11f"],
] as const;
const answeredCells = (cells: readonly Cell[]): readonly Cell[] => {
  const blank = optional
    .filter((lines) => lines.every((n) => !cells.some(({ line, cents }) => line === n && cents)))
    .flat() as readonly string[];
  return cells.filter(({ line }) => !blank.includes(line));
};

/** The SF-425 of a report: its cells in the form's own lines, totals worked out by the form anew. */
export const financialSheet = async (
  db: Db,
  w: AwardRecord,
  r: Reported,
  cells: readonly Cell[],
): Promise<FormSheet> => {
  const lines = Object.fromEntries(
    answeredCells(cells).map(({ line, cents }) => [`l${line}`, cents]),
  );
  return filled(
    sf425,
    {
      ...(await headOf(db, w)),
      ...lines,
      reportType: r.final ? "Final" : every[w.reportEvery as keyof typeof every],
      basis: bases[w.basis],
      periodEnd: r.periodTo,
      l11b: w.indirectRate === 0 ? null : w.indirectRate / 100,
      remarks: r.narrative,
      certifier: r.certifier,
      certifiedOn: r.certifiedOn,
    },
    factsOf(w),
  );
};

type Milestone = { title: string; plannedOn: Day; status: string; outcome: string };

/** The SF-PPR of a report, from what was written and its milestones. */
export const performanceSheet = async (
  db: Db,
  w: AwardRecord,
  r: Reported,
  milestones: readonly Milestone[],
): Promise<FormSheet> => {
  // What is waived is neither reached nor late.
  const due = milestones.filter((m) => m.plannedOn <= r.periodTo && m.status !== "waived");
  const open = due.filter((m) => m.status !== "accepted");
  return filled(
    ppr,
    {
      ...(await headOf(db, w)),
      periodEnd: r.periodTo,
      final: r.final ? "Yes" : "No",
      frequency: every[w.reportEvery as keyof typeof every],
      narrative: r.narrative,
      planned: due.length,
      accepted: due.length - open.length,
      late: open
        .map((m) => `${m.title}, planned ${formatDate(m.plannedOn)}. ${m.outcome}`)
        .join("\n"),
      certifier: r.certifier,
      certifiedOn: r.certifiedOn,
    },
    factsOf(w),
  );
};

type Request = Signed & {
  number: string;
  kind: string;
  through: string;
  federal: number;
  /** Cents that the award claims up to this request, and of these what earlier ones asked for. */
  outlays: number;
  match: number;
  earlier: number;
};

/** The SF-270 of a request, cumulative up to it. */
export const requestSheet = async (db: Db, w: AwardRecord, d: Request): Promise<FormSheet> =>
  filled(
    sf270,
    {
      ...(await headOf(db, w)),
      payment: d.kind === "advance" ? "Advance" : "Reimbursement",
      final: w.status === "ended" ? "Final" : "Partial",
      basis: bases[w.basis],
      request: d.number,
      from: w.periodFrom,
      to: d.through,
      l11a: d.outlays,
      l11b: 0,
      l11f: d.match,
      l11h: d.earlier,
      certifier: d.certifier,
      certifiedOn: d.certifiedOn,
    },
    factsOf(w, d.federal),
  );
