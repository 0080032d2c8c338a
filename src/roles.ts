import type { Duty, Role } from "#kernel/access.ts";

type Holder = Role | Duty | "member" | "vendor";

/**
 * Who holds which permission: one page, one place. "member" is everyone in the agency, "vendor" a
 * vendor's person. Roles do not inherit here;
 * platform_admin holds no money or award permission inside an agency. Nobody approves their own
 * work, whatever this page says.
 */
export const permissions = {
  "organization.read": ["member"],
  "organization.edit": ["admin"],
  "member.read": ["member", "platform_admin"],
  "member.edit": ["admin"],
  "department.read": ["member"],
  "department.edit": ["admin"],
  "notification.read": ["member", "vendor"],
  "view.share": ["manager", "admin"],
  "file.read": ["member"],
  "file.upload": ["member"],
  "comment.read": ["member"],
  "comment.write": ["member"],
  "job.read": ["member"],
  "audit.read": ["manager", "admin", "auditor"],
  "audit.export": ["manager", "admin", "auditor"],
  "audit.erase": ["admin"],
  "rule.read": ["member"],
  "visit.read": ["admin", "platform_admin"],

  "budget.read": ["member"],
  "budget.edit": ["budget_officer", "admin"],
  "budget.import": ["budget_officer", "admin"],
  "budget.override": ["budget_officer"],
  "ledger.read": ["manager", "admin", "budget_officer", "auditor", "ap", "treasurer", "buyer"],

  "vendor.read": ["member"],
  "vendor.edit": ["buyer", "ap", "manager", "admin"],
  "vendor.import": ["buyer", "admin"],
  "vendor.suspend": ["manager", "admin"],
  "vendor.revealTin": ["ap", "treasurer", "admin"],
  "vendor.screen": ["buyer", "ap", "manager", "admin"],
  "vendor.editBank": ["ap", "admin"],
  "vendor.verifyBank": ["treasurer", "manager", "admin"],
  "vendor.register": ["buyer", "manager", "admin"],
  "vendor.debar": ["manager", "admin"],
  "vendor.evaluate": ["member"],
  "vendor.plan": ["buyer", "manager", "admin"],
  "market.read": ["member"],
  "market.import": ["buyer", "manager", "admin"],
  "vendorCompany.read": ["vendor"],
  "vendorCompany.edit": ["vendor"],
  "vendorPortal.read": ["vendor"],
  "vendorPortal.act": ["vendor"],
  "vendorMessage.read": ["member"],
  "vendorMessage.write": ["member"],

  "requisition.read": ["member"],
  "requisition.create": ["member"],
  "requisition.submit": ["member"],
  "requisition.cancel": ["manager", "admin", "buyer"],
  "requisition.override": ["budget_officer"],
  "procurement.board": ["member"],

  "approval.read": ["member"],
  "approval.decide": ["member"],
  "approval.policy": ["admin"],
  "approval.delegate": ["member"],
  "task.read": ["member"],
  "task.create": ["member"],
  "task.done": ["member"],

  "purchaseOrder.read": ["member"],
  "purchaseOrder.create": ["buyer", "manager", "admin"],
  "purchaseOrder.issue": ["buyer", "manager", "admin"],
  "purchaseOrder.close": ["buyer", "manager", "admin"],
  "receipt.read": ["member"],
  "receipt.post": ["receiver", "manager", "admin"],

  "solicitation.read": ["member"],
  "solicitation.edit": ["buyer", "manager", "admin"],
  "solicitation.approve": ["manager", "admin"],
  "solicitation.publish": ["buyer", "manager", "admin"],
  "solicitation.end": ["buyer", "manager", "admin"],
  "opportunity.read": ["vendor"],
  "opportunity.ask": ["vendor"],
  "bid.read": ["vendor"],
  "bid.submit": ["vendor"],
  "bid.open": ["opener", "buyer", "auditor", "manager", "admin"],
  "evaluation.read": ["member"],
  "evaluation.score": ["evaluator", "buyer", "manager", "admin", "receiver", "requester"],
  "evaluation.manage": ["buyer", "manager", "admin"],
  "award.approve": ["manager", "admin"],
  "protest.file": ["vendor"],
  "protest.decide": ["manager", "admin"],

  "invoice.read": ["member"],
  "invoice.create": ["ap", "admin"],
  "invoice.edit": ["ap", "admin"],
  "invoice.resolve": ["ap", "buyer", "receiver", "manager", "admin"],
  "invoice.dispute": ["ap", "buyer", "manager", "admin"],
  "invoice.approve": ["manager", "admin"],
  "invoice.void": ["ap", "admin"],

  "payment.read": ["member"],
  "payment.propose": ["ap"],
  "payment.approve": ["manager", "admin"],
  "payment.release": ["treasurer"],
  "payment.hold": ["ap", "treasurer", "manager", "admin"],
  "payment.void": ["treasurer"],
  "payment.bank": ["treasurer", "admin"],

  "inquiry.read": ["admin"],
  "inquiry.edit": ["admin"],
  "feedback.create": ["member", "vendor"],
  "serviceRequest.read": ["member"],
  "serviceRequest.edit": ["manager", "admin", "receiver"],
  "organization.publish": ["admin"],
} as const satisfies Record<string, readonly Holder[]>;

export type PermissionName = keyof typeof permissions;

/**
 * The permissions of a person with this role and these duties in an agency; the duty `read_only`
 * leaves only those to read.
 */
export const permissionsOf = (
  role: Role,
  duties: readonly Duty[],
  kind: "member" | "vendor" = "member",
): ReadonlySet<string> => {
  const held = new Set<Holder>([kind, role, ...duties]);
  const names = Object.entries(permissions).flatMap(([name, holders]) =>
    (holders as readonly Holder[]).some((h) => held.has(h)) ? [name] : [],
  );
  return new Set(
    duties.includes("read_only") ? names.filter((name) => name.endsWith(".read")) : names,
  );
};
