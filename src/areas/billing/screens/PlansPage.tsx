import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import type { OwnPlans } from "../own/own.model.ts";
import type { Billed } from "../period/period.labels.ts";
import { limitsInWords } from "../plan/plan.labels.ts";
import { OfferCard } from "./OfferCard.tsx";
import { priceWords } from "./words.ts";

const ChangeDialog = dialogOnDemand(async () => (await import("./ChangeDialog.tsx")).ChangeDialog);
const CancelDialog = dialogOnDemand(async () => (await import("./ChangeDialog.tsx")).CancelDialog);

type Offer = OwnPlans["offers"][number];

const findingOf = ({ plan }: OwnPlans): FindingPart[] => {
  if (!plan) return [];
  const price = plan.price === 0 ? "" : ` for ${priceWords(plan.price, plan.billed)}`;
  return [
    { text: `Your agency is on ${plan.plan}${price}` },
    ...(plan.trialTo && plan.status === "trialing"
      ? [{ text: `on trial until ${formatDate(plan.trialTo)}, without a bill` }]
      : []),
    ...(plan.status === "incomplete"
      ? [{ text: "it begins once its purchase order is said", to: pathTo("billing") }]
      : []),
    ...(plan.nextPlan
      ? [{ text: `${plan.nextPlan} follows behind ${formatDate(plan.periodTo)}` }]
      : []),
    ...(plan.endsOn ? [{ text: `it ends on ${formatDate(plan.endsOn)}` }] : []),
    ...(plan.noticeBefore
      ? [{ text: `notice of ${plan.agreement} until ${formatDate(plan.noticeBefore)}` }]
      : []),
  ];
};

function Choice({
  offer,
  of,
  billed,
  onChoose,
}: {
  offer: Offer;
  of: OwnPlans;
  billed: Billed;
  onChoose: () => void;
}) {
  const price = billed === "month" ? offer.monthlyCents : offer.yearlyCents;
  const own = of.plan?.planId === offer.id && of.plan.billed === billed;
  return (
    <OfferCard offer={offer} price={priceWords(price, billed)} limits={limitsInWords(offer)}>
      {own ? (
        <p className="badge tone-success">Your plan</p>
      ) : (
        <button type="button" className="btn btn-primary" onClick={onChoose}>
          {of.plan ? "Change to" : "Choose"} {offer.name}
        </button>
      )}
    </OfferCard>
  );
}

/** The offers compared; a change is shown with its cents before it is confirmed. */
export default function PlansPage() {
  const [billed, setBilled] = useState<Billed>("month");
  const [chosen, setChosen] = useState<Offer | null>(null);
  const [ending, setEnding] = useState(false);
  const read = useGet<OwnPlans>("billing", "/api/v1/billing/plans", { first: true });
  const of = read.data;
  return (
    <div className="stack">
      <div className="list-head !mb-0">
        <h1>Plans</h1>
        <Link className="btn" to={pathTo("billing")}>
          What is owed
        </Link>
      </div>
      {read.isPending && <TableSkeleton columns={3} label="Loading the plans" />}
      {read.isError && (
        <ErrorPanel error={read.error} what="The plans" onRetry={() => void read.refetch()} />
      )}
      {of && (
        <>
          <Finding
            parts={findingOf(of)}
            none={`Your agency has no plan yet. ${of.operator} offers these.`}
          />
          <fieldset className="flex flex-wrap gap-4">
            <legend className="visually-hidden">Prices shown</legend>
            {(["month", "year"] as const).map((each) => (
              <label key={each} className="check">
                <input
                  type="radio"
                  name="billed"
                  checked={billed === each}
                  onChange={() => setBilled(each)}
                />
                <span>{each === "month" ? "Billed by month" : "Billed by year"}</span>
              </label>
            ))}
          </fieldset>
          <section className="plans" aria-label="Offers">
            {of.offers.map((offer) => (
              <Choice
                key={offer.id}
                offer={offer}
                of={of}
                billed={billed}
                onChoose={() => setChosen(offer)}
              />
            ))}
          </section>
          {of.offers.length === 0 && <p className="text-t2">Nothing is offered at the moment.</p>}
          <p className="text-13 text-t3">
            A dearer plan holds at once, its day included, for the days that are left. A cheaper one
            follows at the end of the period, and nothing is credited. Prices are without tax; a
            free plan costs {formatCents(0)}.
          </p>
          {of.plan && !of.plan.endsOn && (
            <p>
              <button type="button" className="btn btn-danger" onClick={() => setEnding(true)}>
                End the plan
              </button>
            </p>
          )}
        </>
      )}
      {chosen && of && (
        <ChangeDialog offer={chosen} billed={billed} of={of} onClose={() => setChosen(null)} />
      )}
      {ending && of?.plan && <CancelDialog plan={of.plan} onClose={() => setEnding(false)} />}
    </div>
  );
}
