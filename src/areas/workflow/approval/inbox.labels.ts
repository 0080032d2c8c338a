import { dateIn } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import { approvableTypes } from "../policy/policy.labels.ts";
import type { Approval, Delegation, DelegationHop } from "./approval.model.ts";

export type InboxGroup = {
  id: "overdue" | "today" | "week" | "later";
  label: string;
  items: Approval[];
};

const labels: Record<InboxGroup["id"], string> = {
  overdue: "Overdue",
  today: "Due today",
  week: "Due within 7 days",
  later: "Later",
};
const week = 7 * 86_400_000;

const groupOf = (dueAt: Instant | null, now: number, timeZone: string): InboxGroup["id"] => {
  if (!dueAt) return "later";
  const due = Date.parse(dueAt);
  if (due < now) return "overdue";
  if (dateIn(dueAt, timeZone) === dateIn(new Date(now).toISOString(), timeZone)) return "today";
  return due - now <= week ? "week" : "later";
};

/**
 * What waits, by when it is due in the agency's zone: overdue, today, within seven days, later.
 * Empty groups are left out; the order inside stays.
 */
export const groupByDue = (
  items: readonly Approval[],
  now: number,
  timeZone: string,
): InboxGroup[] =>
  (["overdue", "today", "week", "later"] as const)
    .map((id) => ({
      id,
      label: labels[id],
      items: items.filter((item) => groupOf(item.dueAt, now, timeZone) === id),
    }))
    .filter((group) => group.items.length > 0);

/**
 * The one type of all chosen documents, or null when they are of several (those cannot be approved
 * together).
 */
export const oneType = (items: readonly Approval[]): Approval["documentType"] | null => {
  const types = new Set(items.map((item) => item.documentType));
  return types.size === 1 ? items[0]!.documentType : null;
};

/**
 * To whom (`toName`) or by whom (`fromName`) approvals are delegated, each once, with the documents
 * where it is not for all: `Priya Nair (purchase orders), Adele Moreau`.
 */
export const delegatedWords = (items: readonly Delegation[], who: "toName" | "fromName"): string =>
  [...new Set(items.map((item) => item[who]))]
    .map((name) => {
      const each = items.filter((item) => item[who] === name);
      const types = each.some((d) => d.documentTypes.length === 0)
        ? []
        : Object.entries(approvableTypes).flatMap(([type, label]) =>
            each.some((d) => d.documentTypes.includes(type)) ? `${label.toLowerCase()}s` : [],
          );
      return types.length > 0 ? `${name} (${types.join(", ")})` : name;
    })
    .join(", ");

const typesOf = (types: readonly string[]): string =>
  types.length === 0
    ? ""
    : ` (${types.map((type) => `${approvableTypes[type as Approval["documentType"]].toLowerCase()}s`).join(", ")})`;

/**
 * Where approvals go on to while those are away to whom they were delegated, nearest first:
 * `Bo Lind delegated on to Cleo Ray (invoices) from Nov 20 to Nov 24`. `when` writes a span of
 * instants.
 */
export const onwardWords = (
  hops: readonly DelegationHop[],
  when?: (from: Instant, until: Instant) => string,
): string =>
  [
    ...new Set(
      hops.map(
        (hop) =>
          `${hop.fromName} delegated on to ${hop.toName}${typesOf(hop.documentTypes)}${when ? ` ${when(hop.startsAt, hop.endsAt)}` : ""}`,
      ),
    ),
  ].join("; ");

/** In whose name a document waits: `for Bo Lind for Ann Archer`; empty where it is one's own. */
export const behalfWords = (names: readonly string[]): string =>
  names.map((name) => `for ${name}`).join(" ");
