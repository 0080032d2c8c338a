import { addDays, type Day } from "#kernel/time.ts";
import type { Overview } from "./alert.model.ts";

const failing = ["sign_in_failed", "second_factor_failed", "proof_failed"];
const told = [
  { label: "Failed sign-ins", kinds: failing },
  { label: "Access refused", kinds: ["access_refused"] },
  { label: "New devices", kinds: ["new_device"] },
  { label: "Roles and policies changed", kinds: ["member_access_changed", "policy_changed"] },
  { label: "Hidden numbers shown", kinds: ["number_revealed"] },
  { label: "Large exports", kinds: ["large_export"] },
] as const;

type Counted = { day: string; kind: string; events: number };

/** The days up to today with their events and alerts, and the figures above them with their lists. */
export const daysOf = (
  today: Day,
  days: number,
  events: readonly Counted[],
  alerts: readonly { day: string; alerts: number }[],
): Pick<Overview, "days" | "figures"> => {
  const first = addDays(today, 1 - days);
  const sum = (of: readonly Counted[]) => of.reduce((n, { events: some }) => n + some, 0);
  return {
    days: Array.from({ length: days }, (_, n) => {
      const day = addDays(first, n);
      const mine = events.filter((one) => one.day === day);
      const failed = sum(mine.filter(({ kind }) => failing.includes(kind)));
      return {
        day,
        failed,
        other: sum(mine) - failed,
        alerts: alerts.find((one) => one.day === day)?.alerts ?? 0,
      };
    }),
    figures: told.map(({ label, kinds }) => ({
      label,
      value: sum(
        events.filter((one) => one.day >= first && (kinds as readonly string[]).includes(one.kind)),
      ),
      href: `/admin/security-audit?tab=events&kind=${kinds.join(",")}&at.min=${first}`,
    })),
  };
};
