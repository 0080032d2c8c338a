import type { Role } from "#kernel/access.ts";
import { duties, permissions, permissionsOf, type Duty, type PermissionName } from "#roles.ts";

/**
 * Permissions that pay, award, open bids, verify bank details or certify what is drawn from a
 * grantor, and those that decide who gets them. Whatever gives one of these is granted by two
 * people. Reviewed: a change of this list is a change of who can move money.
 */
export const weightyPermissions = [
  "payment.propose",
  "payment.approve",
  "payment.release",
  "payment.void",
  "payment.bank",
  "invoice.approve",
  "award.approve",
  "bid.open",
  "vendor.editBank",
  "vendor.verifyBank",
  "member.edit",
  "member.confirm",
  "contract.review",
  "contract.approve",
  "contract.sign",
  "emergency.declare",
  "drawdown.certify",
  "recovery.certify",
] as const satisfies readonly PermissionName[];

const givenBy = (holder: Role | Duty): readonly string[] =>
  weightyPermissions.filter((name) => (permissions[name] as readonly string[]).includes(holder));

/** Duties that a second person confirms. */
export const weightyDuties: readonly Duty[] = duties.filter((duty) => givenBy(duty).length > 0);

/** Whether a role gives a weighty permission that another one does not. */
export const roleWeighsMore = (role: Role, than: Role): boolean =>
  givenBy(role).some((name) => !givenBy(than).includes(name));

/** Whether a person with this role and these duties holds a weighty permission. */
export const isWeighty = (role: Role, held: readonly Duty[]): boolean => {
  const all = permissionsOf(role, held);
  return weightyPermissions.some((name) => all.has(name));
};
