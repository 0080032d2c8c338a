import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineNoun } from "#server/lifecycle.ts";
import {
  payrollCycle,
  type PayrollAction,
  type PayrollFacts,
  type PayrollStatus,
} from "./payroll.labels.ts";
import type { WagesInput } from "./payroll.model.ts";
import { certifiedPayroll } from "./payroll.tables.ts";
import { wageFindings, type WageFinding } from "./wages.model.ts";

export type PayrollStored = typeof certifiedPayroll.$inferSelect;
export type PayrollRecord = PayrollStored & Pick<PayrollFacts, "underpaid">;

/** The wage determination of a project; null while none is entered. */
export const wagesOf = async (db: Db, projectId: string): Promise<WagesInput | null> =>
  (
    await db.one<{ wages: WagesInput | null }>(sql`
      select wages
      from project
      where org_id = ${db.scope.orgId} and id = ${projectId}
    `)
  ).wages;

/** The faults of a payroll by the rates of its project; without rates every classification is unknown. */
export const findingsIn = (
  { workers }: Pick<PayrollStored, "workers">,
  wages: WagesInput | null,
): WageFinding[] => wageFindings(workers, wages?.rates ?? []);

/** What nobody accepts: pay below what is due, or sums that do not come out. */
const withUnderpaid = async (db: Db, row: PayrollStored): Promise<PayrollRecord> => {
  const findings = findingsIn(row, await wagesOf(db, row.projectId));
  return { ...row, underpaid: findings.find(({ kind }) => kind !== "unknown")?.says ?? null };
};

export const payrollNoun = defineNoun<
  PayrollStatus,
  PayrollAction,
  typeof certifiedPayroll,
  PayrollRecord
>({
  name: "certifiedPayroll",
  path: "certified-payrolls",
  page: "/projects/payrolls",
  table: certifiedPayroll,
  cycle: payrollCycle,
  number: (row) => row.number,
  askers: ["createdBy"],
  read: "certifiedPayroll.read",
  wordsApart: true,
  confidential: true,
  keepsFiles: ["submitted", "accepted"],
  load: withUnderpaid,
});
