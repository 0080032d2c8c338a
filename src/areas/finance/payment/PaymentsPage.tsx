import { Link, useSearchParams } from "react-router";
import { BankTab, PositiveTab } from "#areas/banking/banking.ui.tsx";
import { CardsTab } from "#areas/cards/cards.ui.tsx";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useCurrentInSight } from "#web/kit/inSight.ts";
import { AgencyBanks } from "./AgencyBanks.tsx";
import { HoldList } from "./HoldList.tsx";
import { PayableList } from "./PayableList.tsx";
import { PaymentList } from "./PaymentList.tsx";
import { TaxYears } from "../tax-form/TaxYears.tsx";
import { RunList } from "./RunList.tsx";

const tabs = [
  { id: "ready", label: "Ready to pay", part: PayableList },
  { id: "runs", label: "Runs", part: RunList },
  { id: "payments", label: "Payments", part: PaymentList },
  { id: "holds", label: "Holds", part: HoldList },
  { id: "cards", label: "Cards", part: CardsTab },
  {
    id: "bank",
    label: "Bank",
    part: BankTab,
    permissions: ["bank.read"] as const,
  },
  {
    id: "positive",
    label: "Positive pay",
    part: PositiveTab,
    permissions: ["bank.read"] as const,
  },
  {
    id: "tax-forms",
    label: "Tax forms",
    part: TaxYears,
    permissions: ["taxForm.read"] as const,
  },
  {
    id: "accounts",
    label: "Bank accounts",
    part: AgencyBanks,
    permissions: ["payment.bank", "payment.release", "payment.propose"] as const,
  },
];

/**
 * Payments: what can be paid, runs, payments, holds, and the agency's own accounts. Each part is a
 * list with its own filters, so a tab is an address of its own.
 */
export default function PaymentsPage() {
  const [search] = useSearchParams();
  const { can } = useAuth();
  const row = useCurrentInSight(search.get("tab") ?? "");
  const shown = tabs.filter((tab) => !tab.permissions || tab.permissions.some((p) => can(p)));
  const open = shown.find((tab) => tab.id === search.get("tab")) ?? shown[0]!;
  const Part = open.part;
  return (
    <>
      <nav className="tabs mb-5" aria-label="Parts of payments" ref={row}>
        {shown.map((tab) => (
          <Link
            key={tab.id}
            className="tab"
            to={tab.id === "ready" ? "/payments" : `/payments?tab=${tab.id}`}
            aria-current={tab === open ? "page" : undefined}
          >
            {tab.label}
          </Link>
        ))}
      </nav>
      <Part key={open.id} />
    </>
  );
}
