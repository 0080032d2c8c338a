import {
  togetherOf,
  type Gives,
  type RuleStatus,
} from "#areas/organization/organization.public.ts";
import { valuesOf, type Claims } from "../provider/claims.model.ts";

/** A rule: who has this value in this claim gets a role, duties, a department. */
export type MappingRule = Gives & {
  id: string;
  claim: string;
  value: string;
  status: RuleStatus;
};

export type Mapped = ReturnType<typeof togetherOf> & {
  /** Rules that gave something, and rules that fit and wait for a second administrator. */
  by: string[];
  waiting: string[];
};

/** What rules give somebody with these claims. What waits gives nothing. */
export const mappedBy = (rules: readonly MappingRule[], claims: Claims): Mapped => {
  const fitting = rules.filter((rule) => valuesOf(claims, rule.claim).includes(rule.value));
  const held = fitting.filter((rule) => rule.status === "in_force");
  return {
    ...togetherOf(held),
    by: held.map((rule) => rule.id),
    waiting: fitting.filter((rule) => rule.status === "waiting").map((rule) => rule.id),
  };
};
