import type { PermissionName } from "#roles.ts";
import { notify } from "../kit/Toasts.tsx";
import { api } from "../kit/api.ts";
import { currentTheme, setTheme } from "../theme.ts";
import { startTutorial } from "./tutorialEvent.ts";

/**
 * Something a person does from the palette; `permission` is a name of `src/roles.ts` that they must
 * hold.
 */
export type PaletteAction = { label: string; permission?: PermissionName } & (
  | { to: string }
  | { run: () => void | Promise<unknown> }
);

const said = (work: Promise<unknown>, done: string): Promise<unknown> =>
  work.then(
    () => notify.done(done),
    (error: unknown) => notify.failed("Not done", error),
  );

/** What the palette can do besides going somewhere. */
export const paletteActions: readonly PaletteAction[] = [
  {
    label: "Switch between dark and light",
    run: () => setTheme(currentTheme() === "dark" ? "light" : "dark"),
  },
  { label: "Start tutorial", run: startTutorial },
  {
    label: "Mark all notices read",
    permission: "notification.read",
    run: () =>
      said(
        api("/api/v1/notifications/actions/read-all", { method: "POST" }),
        "All notices are read",
      ),
  },
  { label: "Decide what waits for you", permission: "approval.decide", to: "/dashboard" },
  { label: "Import a budget", permission: "budget.import", to: "/budget-management/import" },
  { label: "Import vendors", permission: "vendor.import", to: "/vendor-directory/import" },
  { label: "Import invoices", permission: "invoice.create", to: "/invoices/import" },
  { label: "Propose a payment run", permission: "payment.propose", to: "/payments/new" },
  {
    label: "Order what was approved",
    permission: "purchaseOrder.create",
    to: "/smart-requisition?status=approved,partly_ordered",
  },
  {
    label: "Settle invoice exceptions",
    permission: "invoice.resolve",
    to: "/invoices?status=exception",
  },
  {
    label: "Change approval policies",
    permission: "approval.policy",
    to: "/approvals-inbox/policies",
  },
  { label: "Invite a colleague", permission: "member.edit", to: "/team?tab=invitations" },
  {
    label: "Change the agency's settings",
    permission: "organization.edit",
    to: "/admin/tenant",
  },
  {
    label: "Change working days, holidays and closures",
    permission: "organization.edit",
    to: "/settings/calendar",
  },
  { label: "See letters that went out", permission: "operation.read", to: "/admin/letters" },
  {
    label: "See your deadlines",
    permission: "deadline.read",
    to: "/deadlines?mine=true&status=open,lapsed",
  },
  { label: "Look up or add a rule of law", permission: "rule.read", to: "/settings/rules" },
  { label: "Check the audit record", permission: "audit.read", to: "/blockchain" },
];
