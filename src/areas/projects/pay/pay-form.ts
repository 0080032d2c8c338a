import type { StoredFile } from "#web/kit/form/DropZone.tsx";
import { claimOf, dollarsOf, type Claim } from "./amounts.model.ts";
import type { PayDetail, PayLine, PayableOrder } from "./pay.model.ts";

/** What the form of an application holds. */
export type PayValues = {
  periodFrom: string;
  periodTo: string;
  contractorNumber: string;
  retainageScope: "following" | "all";
  note: string;
  file: StoredFile[];
  /** Papers of stored material: those that are there, and those that come. */
  storedFileIds: string[];
  storedFiles: StoredFile[];
  lines: {
    purchaseOrderLineId: string;
    claim: Claim;
    value: string;
    stored: string;
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
  | "storedBefore"
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
  storedFileIds: [],
  storedFiles: [],
  lines: order.lines.map((line) => ({
    purchaseOrderLineId: line.purchaseOrderLineId,
    claim: claimOf(line),
    value: "",
    stored: line.storedBefore === "0" ? "" : dollarsOf(line, line.storedBefore),
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
  storedFileIds: a.storedFileIds,
  storedFiles: [],
  lines: a.lines.map((line) => ({
    purchaseOrderLineId: line.purchaseOrderLineId,
    claim: claimOf(line, line.claim),
    value: line.value === "0" ? "" : line.value,
    stored: line.stored === "0" ? "" : line.stored,
    retainagePercent: line.ownRate ?? "",
  })),
});

/** What is sent of a form; the file that is there stays where no other was chosen. */
export const bodyOf = ({ file, storedFileIds, storedFiles, lines, ...head }: PayValues) => ({
  ...head,
  storedFileIds: [...storedFileIds, ...storedFiles.map(({ id }) => id)],
  ...(file[0] && { fileId: file[0].id }),
  lines: lines.map((line) => ({
    ...line,
    value: line.value.trim() || "0",
    stored: line.stored.trim() || "0",
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
