import type { Actor } from "#kernel/access.ts";
import { exceptionOwners } from "./invoice.labels.ts";

type Exception = { kind: string; status: string; ownerDuty: string; message: string };
type Who = Pick<Actor, "personId" | "role" | "duties" | "permissions">;

/**
 * Why this person cannot accept the exception, or null. It is settled by its owner: accounts
 * payable, the buyers or receiving, by what is wrong;
 * a manager or an administrator stands in. Never by who entered the invoice, and a foreign currency
 * by nobody: the agency cannot pay it.
 */
export const acceptRefusal = (
  e: Exception,
  createdBy: string | null,
  who: Who,
): { code: string; reason: string } | null => {
  if (!who.permissions.has("invoice.resolve"))
    return { code: "not_allowed", reason: "Your role does not allow this." };
  if (createdBy && createdBy === who.personId)
    return {
      code: "separation_of_duties",
      reason: "You entered this invoice, so another person must accept its exceptions.",
    };
  if (e.kind === "currency")
    return {
      code: "other_currency",
      reason: `${e.message} Ask the vendor for a bill in that currency, or void this one.`,
    };
  if (
    !["manager", "admin"].includes(who.role) &&
    !(who.duties as readonly string[]).includes(e.ownerDuty)
  )
    return {
      code: "not_yours",
      reason: `${exceptionOwners[e.ownerDuty] ?? e.ownerDuty} settles this, or a manager.`,
    };
  return null;
};
