import type { StoredFile } from "#web/kit/form/DropZone.tsx";
import { claimOf, type Claim } from "./amounts.model.ts";
import type { PayDetail, PayLine, PayableOrder } from "./pay.model.ts";

/** What the form of an application holds. */
export type PayValues = {
  periodFrom: string;
  periodTo: string;
  contractorNumber: string;
  retainageScope: "following" | "all";
  note: string;
  file: StoredFile[];
  lines: {
    purchaseOrderLineId: string;
    claim: Claim;
    value: string;
    retainagePercent: string;
  }[];
};

/** A line that the form asks of: what was ordered, billed before, and is left. */
export type AskedLine = Pick<
  PayLine,
  | "purchaseOrderLineId"
  | "lineNo"
  | "description"
  | "unit"
  | "unitPrice"
  | "ordered"
  | "previous"
  | "balance"
>;

/** A new application of an order: nothing is done of any line. */
export const blankOf = (order: PayableOrder): PayValues => ({
  periodFrom: "",
  periodTo: "",
  contractorNumber: "",
  retainageScope: "following",
  note: "",
  file: [],
  lines: order.lines.map((line) => ({
    purchaseOrderLineId: line.purchaseOrderLineId,
    claim: claimOf(line),
    value: "",
    retainagePercent: "",
  })),
});

/** An application as its form opens it. */
const formOf = (a: PayDetail): PayValues => ({
  periodFrom: a.periodFrom,
  periodTo: a.periodTo,
  contractorNumber: a.contractorNumber,
  retainageScope: a.retainageScope,
  note: a.note,
  file: [],
  lines: a.lines.map(({ purchaseOrderLineId, unit, unitPrice, claim, value, ownRate }) => ({
    purchaseOrderLineId,
    claim: claimOf({ unit, unitPrice }, claim),
    value: value === "0" ? "" : value,
    retainagePercent: ownRate ?? "",
  })),
});

/** What is sent of a form; the file that is there stays where no other was chosen. */
export const bodyOf = ({ file, lines, ...head }: PayValues) => ({
  ...head,
  ...(file[0] && { fileId: file[0].id }),
  lines: lines.map((line) => ({
    ...line,
    value: line.value.trim() || "0",
    retainagePercent: line.retainagePercent.trim() || null,
  })),
});

/** The form of an application that is there. */
export const payForm = {
  path: "/api/v1/pay-applications",
  blank: (known: object = {}) => known,
  toForm: formOf,
  toInput: bodyOf,
};
