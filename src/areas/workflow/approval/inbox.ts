import { dateIn } from "../../../kernel/dates.ts";
import type { Approval } from "./approval.model.ts";

export type InboxGroup = { id: "overdue" | "today" | "week" | "later"; label: string; items: Approval[] };

const labels: Record<InboxGroup["id"], string> = { overdue: "Overdue", today: "Due today", week: "Due within 7 days", later: "Later" };
const week = 7 * 86_400_000;

const groupOf = (dueAt: string | null, now: number, timeZone: string): InboxGroup["id"] => {
  if (!dueAt) return "later";
  const due = Date.parse(dueAt);
  if (due < now) return "overdue";
  if (dateIn(dueAt, timeZone) === dateIn(new Date(now).toISOString(), timeZone)) return "today";
  return due - now <= week ? "week" : "later";
};

/** What waits, by when it is due in the agency's zone: overdue, today, within seven days, later. Empty groups are left out; the order inside stays. */
export const groupByDue = (items: readonly Approval[], now: number, timeZone: string): InboxGroup[] =>
  (["overdue", "today", "week", "later"] as const)
    .map((id) => ({ id, label: labels[id], items: items.filter((item) => groupOf(item.dueAt, now, timeZone) === id) }))
    .filter((group) => group.items.length > 0);

/** The one type of all chosen documents, or null when they are of several (those cannot be approved together). */
export const oneType = (items: readonly Approval[]): Approval["documentType"] | null => {
  const types = new Set(items.map((item) => item.documentType));
  return types.size === 1 ? items[0]!.documentType : null;
};
