import type { Duty } from "#roles.ts";
import { valuesOf, type Claims } from "../provider/claims.model.ts";
import type { MappingStatus } from "./mapping.labels.ts";

type MappedRole = "user" | "manager" | "admin";

/** A rule: who has this value in this claim gets a role, duties, a department. */
export type MappingRule = {
  id: string;
  claim: string;
  value: string;
  role: MappedRole | null;
  duties: readonly Duty[];
  departmentId: string | null;
  status: MappingStatus;
};

export type Mapped = {
  role: MappedRole | null;
  duties: Duty[];
  departmentId: string | null;
  /** Rules that gave something, and rules that fit and wait for a second administrator. */
  by: string[];
  waiting: string[];
};

const weight: readonly MappedRole[] = ["user", "manager", "admin"];

/**
 * What rules give somebody with these claims: the highest role, all duties, the first department.
 * What waits gives nothing.
 */
export const mappedBy = (rules: readonly MappingRule[], claims: Claims): Mapped => {
  const fitting = rules.filter((rule) => valuesOf(claims, rule.claim).includes(rule.value));
  const held = fitting.filter((rule) => rule.status === "in_force");
  const roles = held.flatMap((rule) => rule.role ?? []);
  return {
    role: roles.toSorted((a, b) => weight.indexOf(b) - weight.indexOf(a))[0] ?? null,
    duties: [...new Set(held.flatMap((rule) => rule.duties))].sort(),
    departmentId: held.find((rule) => rule.departmentId !== null)?.departmentId ?? null,
    by: held.map((rule) => rule.id),
    waiting: fitting.filter((rule) => rule.status === "waiting").map((rule) => rule.id),
  };
};
