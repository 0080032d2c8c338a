import { centsAs, dateAs, fitted, inCharacters, parted } from "#kernel/file-layout.ts";
import type { Day } from "#kernel/time.ts";
import type { PositiveField, PositiveLayout } from "./layout.model.ts";
import { positiveValues } from "./positive.labels.ts";

/** A check as it goes to the bank: issued, or voided on a day. Cents. */
export type OutCheck = {
  check: string;
  cents: number;
  issuedOn: Day;
  payee: string;
  voidedOn: Day | null;
};
export type PositiveHead = { account: string; madeOn: Day };
type All = PositiveHead & { checks: number; total: number };

const ofCheck = (field: PositiveField, check: OutCheck): string => {
  switch (field.value) {
    case "check":
      return check.check;
    case "amount":
      return centsAs(check.cents, field.amount);
    case "issuedOn":
      return dateAs(check.issuedOn, field.date);
    case "payee":
      return check.payee;
    case "mark":
      return field.text.split("/")[check.voidedOn === null ? 0 : 1] ?? "";
    case "voidedOn":
      return check.voidedOn === null ? "" : dateAs(check.voidedOn, field.date);
    default:
      return "";
  }
};

const plain = (field: PositiveField, all: All, check: OutCheck | null): string => {
  switch (field.value) {
    case "constant":
      return field.text;
    case "account":
      return all.account;
    case "madeOn":
      return dateAs(all.madeOn, field.date);
    case "checks":
      return String(all.checks);
    case "total":
      return centsAs(all.total, field.amount);
    default:
      return check ? ofCheck(field, check) : "";
  }
};

/**
 * Writes checks as a bank takes them. `faults` name check and field of what does not fit: numbers and amounts are
 * never cut, payees are. A file with faults must not go out.
 */
export const renderChecks = (
  layout: PositiveLayout,
  head: PositiveHead,
  checks: readonly OutCheck[],
): { text: string; faults: string[] } => {
  const total = checks.reduce((sum, { cents }) => sum + cents, 0);
  const all: All = { ...head, checks: checks.length, total };
  const faults: string[] = [];
  const written = (record: PositiveField["record"], check: OutCheck | null, where: string) =>
    parted(
      layout.fields
        .filter((field) => field.record === record)
        .map((field) => {
          const cuts = positiveValues[field.value].as === "text";
          const raw = plain(field, all, check);
          const said = inCharacters(raw, layout.characters);
          const short = cuts && field.most > 0 ? said.slice(0, field.most) : said;
          const { text, fault } = fitted(field, short, where, cuts);
          if (fault) faults.push(fault);
          return text;
        }),
      layout,
    );
  const has = (record: PositiveField["record"]) =>
    layout.fields.some((field) => field.record === record);
  const rows = [
    ...(has("header") ? [written("header", null, "Beginning")] : []),
    ...checks.map((check) => written("line", check, `Check ${check.check}`)),
    ...(has("trailer") ? [written("trailer", null, "End")] : []),
  ];
  const end = layout.lineEnd === "lf" ? "\n" : "\r\n";
  return { text: rows.map((row) => row + end).join(""), faults };
};
