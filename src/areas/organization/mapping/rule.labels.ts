import type { Duty } from "#roles.ts";
import type { Tone } from "#kernel/lifecycle.ts";

/** Roles that a group may give; the platform's operator is none of them. */
export const mappedRoles = ["user", "manager", "admin"] as const;
type MappedRole = (typeof mappedRoles)[number];

/** What a group of a provider or directory gives. */
export type Gives = {
  role: MappedRole | null;
  duties: readonly Duty[];
  departmentId: string | null;
};

export const ruleStatuses = {
  waiting: { label: "Waits for a second administrator", tone: "warning" },
  in_force: { label: "In force", tone: "success" },
  declined: { label: "Declined", tone: "danger" },
  removed: { label: "Removed", tone: "neutral" },
} as const satisfies Record<string, { label: string; tone: Tone }>;
export type RuleStatus = keyof typeof ruleStatuses;

/** What several rules give together: the highest role, all duties, the first department. */
export const togetherOf = (rules: readonly Gives[]): Gives & { duties: Duty[] } => {
  const roles = rules.flatMap((rule) => rule.role ?? []);
  return {
    role: mappedRoles.findLast((role) => roles.includes(role)) ?? null,
    duties: [...new Set(rules.flatMap((rule) => rule.duties))].sort(),
    departmentId: rules.find((rule) => rule.departmentId !== null)?.departmentId ?? null,
  };
};
