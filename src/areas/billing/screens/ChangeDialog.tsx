import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { ConfirmDialog } from "#web/kit/ConfirmDialog.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { Facts } from "#web/kit/record/Facts.tsx";
import { ErrorPanel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { OwnPlan, OwnPlans } from "../own/own.model.ts";
import type { Billed } from "../period/period.labels.ts";
import type { ChangePreview } from "../subscription/subscription.model.ts";
import { priceWords } from "./words.ts";

type Offer = OwnPlans["offers"][number];

const firstWords = ({ trialDays, monthlyCents, name }: Offer): string => {
  if (monthlyCents === 0) return `${name} is free and begins at once.`;
  return trialDays > 0
    ? `An agency that had no plan before is on trial for ${counted(trialDays, "day")}; nothing is billed meanwhile. It is billed from then on, once its purchase order is said.`
    : "It begins, and is billed, once its purchase order is said.";
};

function Cents({ preview: p }: { preview: ChangePreview }) {
  const now = p.at === "now";
  return (
    <Facts
      rows={[
        ["Now", `${p.from.plan}, ${priceWords(p.from.price, p.from.billed)}`],
        ["Then", `${p.to.plan}, ${priceWords(p.to.price, p.to.billed)}`],
        ["Holds from", formatDate(p.on)],
        [
          "Billed for the change",
          now && p.cents > 0
            ? `${formatCents(p.cents)}: ${formatCents(p.to.price - p.from.price)} × ${p.days} of ${counted(p.periodDays, "day")}`
            : "Nothing; nothing is credited either",
        ],
      ]}
    />
  );
}

/** A change of plan with its cents, before it is confirmed. */
export function ChangeDialog({
  offer,
  billed,
  of,
  onClose,
}: {
  offer: Offer;
  billed: Billed;
  of: OwnPlans;
  onClose: () => void;
}) {
  const has = of.plan !== null;
  const act = useMutationAction<{ status: string }>("billing");
  const preview = useGet<ChangePreview>(
    "billing",
    `/api/v1/billing/change?planId=${offer.id}&billed=${billed}`,
    { enabled: has },
  );
  const confirm = () =>
    act.mutate(
      { path: "/api/v1/billing/actions/choose", body: { planId: offer.id, billed } },
      {
        onSuccess: () => {
          notify.done(has ? "Changed" : "Chosen", offer.name);
          onClose();
        },
        onError: (error) => notify.failed("The plan was not changed", error),
      },
    );
  return (
    <ConfirmDialog
      title={`${has ? "Change to" : "Choose"} ${offer.name}`}
      confirm={has ? "Change the plan" : "Choose the plan"}
      ready={!act.isPending && (!has || preview.data !== undefined)}
      onClose={onClose}
      onConfirm={confirm}
    >
      {!has && <p>{firstWords(offer)}</p>}
      {preview.data && <Cents preview={preview.data} />}
      {preview.isError && (
        <ErrorPanel
          error={preview.error}
          what="What it would cost"
          onRetry={() => void preview.refetch()}
        />
      )}
    </ConfirmDialog>
  );
}

/** Ends the plan with its period, or with the term of its agreement. */
export function CancelDialog({ plan, onClose }: { plan: OwnPlan; onClose: () => void }) {
  const act = useMutationAction<{ endsOn: string | null }>("billing");
  const notBilled = plan.status === "trialing" || plan.status === "incomplete";
  const when = notBilled
    ? "It ends at once; nothing was billed."
    : plan.agreement
      ? `It ends with the term of ${plan.agreement} on ${plan.agreementEndsOn ? formatDate(plan.agreementEndsOn) : "its last day"}; this is your notice.`
      : `It ends on ${formatDate(plan.periodTo)}, and nothing is credited.`;
  const confirm = () =>
    act.mutate(
      { path: "/api/v1/billing/actions/cancel" },
      {
        onSuccess: () => {
          notify.done("The plan ends", plan.plan);
          onClose();
        },
        onError: (error) => notify.failed("The plan goes on", error),
      },
    );
  return (
    <ConfirmDialog
      title={`End ${plan.plan}`}
      description={`${when} Your records stay as they are.`}
      confirm="End the plan"
      ready={!act.isPending}
      onClose={onClose}
      onConfirm={confirm}
    />
  );
}
