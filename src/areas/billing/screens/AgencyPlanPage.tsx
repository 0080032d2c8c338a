import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { subscriptionCycle, subscriptionStatuses } from "../subscription/subscription.labels.ts";
import type { SubscriptionDetail } from "../subscription/subscription.model.ts";
import { priceWords, spanWords } from "./words.ts";

const MoveDialog = dialogOnDemand(async () => (await import("./MoveDialog.tsx")).MoveDialog);

const { course, actions } = subscriptionCycle;
const look = { statuses: subscriptionStatuses, course, actions };

const findingOf = (of: SubscriptionDetail): FindingPart[] => [
  { text: `${of.plan}, version ${of.versionNo}, ${priceWords(of.price, of.billed)}` },
  ...(of.status === "trialing" && of.trialTo
    ? [{ text: `on trial until ${formatDate(of.trialTo)}, without a bill` }]
    : []),
  ...(of.nextPlan ? [{ text: `${of.nextPlan} follows behind ${formatDate(of.periodTo)}` }] : []),
  ...(of.endsOn ? [{ text: `it ends on ${formatDate(of.endsOn)}` }] : []),
];

function Plan({ of }: { of: SubscriptionDetail }) {
  return (
    <>
      <Finding parts={findingOf(of)} none="" />
      <Panel title="The plan">
        <Facts
          rows={[
            ["Agency", of.customer],
            ["Plan", `${of.plan}, version ${of.versionNo}`],
            ["Price", priceWords(of.price, of.billed)],
            ["Period", spanWords(of.periodFrom, of.periodTo)],
            [
              "Agreement",
              of.agreementId && (
                <Link key="agreement" to={pathTo("hostingAgreement", { id: of.agreementId })}>
                  {of.agreement}
                </Link>
              ),
            ],
            ["Purchase order", of.withoutOrder ? "Billed without one" : of.orderNumber],
          ]}
        />
        {of.customerId && (
          <p className="mt-3">
            <Link className="link" to={`${pathTo("agencyBills")}?customerId=${of.customerId}`}>
              Bills to {of.customer}
            </Link>
          </p>
        )}
      </Panel>
    </>
  );
}

const tabs: readonly RecordTab<SubscriptionDetail>[] = [
  { id: "plan", label: "Plan", content: (of) => <Plan of={of} /> },
];

/** The plan of an agency: its version and period, moved to another one, paused, and let go on. */
export default function AgencyPlanPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const [moving, setMoving] = useState<SubscriptionDetail | null>(null);
  return (
    <>
      <RecordPage<SubscriptionDetail>
        path="/api/v1/agency-subscriptions"
        id={id}
        lifecycle={look}
        title={({ plan }) => plan}
        subtitle={({ customer }) => customer}
        owner={() => ""}
        amountCents={({ price }) => price}
        deadline={({ periodTo, status }) => ({
          at: periodTo,
          label: "Period ends",
          done: status === "cancelled",
        })}
        tabs={tabs}
        extraActions={(of) =>
          of.status !== "cancelled" && can("platform.edit")
            ? [{ label: "Move to another plan", onSelect: () => setMoving(of) }]
            : []
        }
      />
      {moving && <MoveDialog of={moving} onClose={() => setMoving(null)} />}
    </>
  );
}
