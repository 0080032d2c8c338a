import type { AnyForm } from "#web/kit/form/RecordForm.tsx";
import type { PayrollDetail, WorkerInput } from "./payroll.model.ts";

/** A row of the form: hours as they are typed, amounts as cents or nothing yet. */
export type WorkerValues = Omit<
  WorkerInput,
  "apprenticePercent" | "rate" | "overtimeRate" | "fringePlans" | "fringeCash" | "gross"
> & {
  apprenticePercent: string;
  rate: number | null;
  overtimeRate: number | null;
  fringePlans: number | null;
  fringeCash: number | null;
  gross: number | null;
};

/** What the form of a certified payroll holds. */
export type PayrollValues = {
  purchaseOrderId: string;
  employer: string;
  payrollNo: string;
  weekEnding: string;
  paidOn: string;
  noWork: boolean;
  final: boolean;
  workers: WorkerValues[];
  exceptions: string;
  signedBy: string;
  signedTitle: string;
};

export const blankPayroll: PayrollValues = {
  purchaseOrderId: "",
  employer: "",
  payrollNo: "",
  weekEnding: "",
  paidOn: "",
  noWork: false,
  final: false,
  workers: [],
  exceptions: "",
  signedBy: "",
  signedTitle: "",
};

const week = (hours: string): string[] => Array.from({ length: 7 }, () => hours);
/** A new row. */
export const blankWorker = (): WorkerValues => ({
  name: "",
  idNumber: "",
  classification: "",
  apprenticePercent: "",
  straight: week("0"),
  overtime: week("0"),
  rate: null,
  overtimeRate: null,
  fringePlans: null,
  fringeCash: null,
  gross: null,
  grossAll: null,
  deductions: null,
  net: null,
});

/** Workers as a form holds them: of a record, or of a file that was read. */
export const workersOf = (workers: readonly WorkerInput[]): WorkerValues[] =>
  workers.map((w) => ({
    ...w,
    apprenticePercent: w.apprenticePercent === null ? "" : String(w.apprenticePercent),
  }));

const formOf = (p: PayrollDetail): PayrollValues => ({
  purchaseOrderId: p.purchaseOrderId,
  employer: p.employer,
  payrollNo: String(p.payrollNo),
  weekEnding: p.weekEnding,
  paidOn: p.paidOn ?? "",
  noWork: p.noWork,
  final: p.final,
  workers: workersOf(p.workers),
  exceptions: p.exceptions,
  signedBy: p.signedBy,
  signedTitle: p.signedTitle,
});

const whole = (text: string) => (text.trim() === "" ? null : Number(text));
const hoursOf = (days: readonly string[]) => days.map((hours) => hours.trim() || "0");

/** What is sent of a form. */
export const payrollBody = (values: PayrollValues) => ({
  ...values,
  payrollNo: whole(values.payrollNo),
  paidOn: values.paidOn || null,
  workers: values.workers.map((w) => ({
    ...w,
    apprenticePercent: whole(w.apprenticePercent),
    straight: hoursOf(w.straight),
    overtime: hoursOf(w.overtime),
    overtimeRate: w.overtimeRate ?? 0,
    fringePlans: w.fringePlans ?? 0,
    fringeCash: w.fringeCash ?? 0,
  })),
});

/** The form of a certified payroll. */
export const payrollForm: AnyForm = {
  path: "/api/v1/certified-payrolls",
  blank: (known: object = {}) => ({ ...blankPayroll, ...known }),
  toForm: formOf as AnyForm["toForm"],
  toInput: payrollBody as AnyForm["toInput"],
};
