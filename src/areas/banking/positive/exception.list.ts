import type { ListDefinition } from "#server/http/list.ts";
import { exceptionCauses, exceptionStatuses } from "./positive.labels.ts";

/** Checks that banks ask about. */
export const exceptionList: ListDefinition = {
  name: "check-exceptions",
  title: "check exceptions",
  from: "check_exception x",
  alias: "x",
  columns: {
    id: { sql: "x.id", hidden: true },
    number: { sql: "x.number", label: "Number", sort: true },
    status: { sql: "x.status", label: "Decision", sort: true, codes: exceptionStatuses },
    accountName: { sql: "x.account_name", label: "Account" },
    checkNumber: { sql: "x.check_number", label: "Check", sort: true },
    cents: { sql: "x.presented_cents", label: "Presented for", money: true, sort: true },
    payee: { sql: "x.presented_payee", label: "Presented payee" },
    presentedOn: { sql: "x.presented_on", label: "Presented", sort: true },
    cause: { sql: "x.cause", label: "Because", sort: true, codes: exceptionCauses },
    says: { sql: "x.says", label: "What differs" },
    cutOffAt: { sql: "x.cut_off_at", label: "Cut-off", sort: true },
    decidedName: { sql: "x.decided_name", label: "Decided by" },
    reason: { sql: "x.reason", label: "Reason" },
    version: { sql: "x.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "x.id", type: "uuid" },
    status: { kind: "set", sql: "x.status", type: "text" },
    cause: { kind: "set", sql: "x.cause", type: "text" },
    presentedOn: { kind: "range", sql: "x.presented_on", type: "date" },
  },
  search: ["x.number", "x.check_number", "x.presented_payee"],
  defaultSort: "cutOffAt",
};

/** Files of checks as they went to banks. */
export const positiveFileList: ListDefinition = {
  name: "positive-pay-files",
  title: "positive pay files",
  from: "positive_file f",
  alias: "f",
  columns: {
    id: { sql: "f.id", hidden: true },
    number: { sql: "f.number", label: "File", sort: true },
    accountName: { sql: "f.account_name", label: "Account", sort: true },
    layoutName: { sql: "f.layout_name", label: "Layout" },
    issues: { sql: "f.issues", label: "Issued" },
    voids: { sql: "f.voids", label: "Voided" },
    cents: { sql: "f.cents", label: "Amount", money: true, sort: true },
    madeName: { sql: "f.made_name", label: "Made by" },
    createdAt: { sql: "f.created_at", label: "Made", sort: true },
    sha256: { sql: "f.sha256", label: "SHA-256" },
  },
  filters: { id: { kind: "set", sql: "f.id", type: "uuid" } },
  search: ["f.number", "f.account_name"],
  defaultSort: "-createdAt",
};
