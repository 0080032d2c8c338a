import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { TextArea } from "#web/kit/form/fields.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { Badge, StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { solicitationStatuses } from "#areas/sourcing/sourcing.public.ts";
import type { AwardDetail, Quotes } from "./award.fields.model.ts";
import { GrowthField } from "./GrowthField.tsx";
import { QuoteSheet } from "./QuoteSheet.tsx";
import { awardStatuses } from "./award.labels.ts";
import { InsurancePanel } from "#areas/procurement/procurement.ui.tsx";
import { AwardContracts, AwardedParts, AwardOrders, AwardScreenings } from "./AwardOutcome.tsx";

type Values = {
  reason: string;
  competitionFinding: string;
  accountStringId: string;
  growth: boolean;
};
type Choices = Readonly<Record<string, string>>;

function Lot({
  lot,
  quotes,
  chosen,
  onChoose,
}: {
  lot: Quotes["lots"][number];
  quotes: Quotes["bids"];
  chosen: string | undefined;
  onChoose: (bidId: string) => void;
}) {
  const low = Math.min(...lot.prices.flatMap((each) => (each.cents === null ? [] : [each.cents])));
  return (
    <fieldset className="panel">
      <legend className="float-left w-full border-b border-hair px-4 py-3 font-medium">
        {lot.title}
      </legend>
      <ul className="clear-both">
        {lot.prices.map(({ bidId, cents }) => (
          <li key={bidId} className="border-b border-hair px-4 py-2 last:border-0">
            <label className="flex flex-wrap items-center gap-3">
              <input
                type="radio"
                name={lot.id}
                disabled={cents === null}
                checked={(chosen ?? lot.lowestBidId) === bidId}
                onChange={() => onChoose(bidId)}
              />
              <span className="flex-1">
                {quotes.find((bid) => bid.bidId === bidId)?.vendorName}
              </span>
              {cents === low && <Badge tone="success" label="Lowest" />}
              <span className="num">{cents === null ? "no quote" : formatCents(cents)}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** The award where controls of the agency stop it: the button is off and says each of them. */
function HeldAward({ quotes }: { quotes: Quotes }) {
  return (
    <Panel title="Award">
      <div className="grid gap-3">
        <button type="button" className="btn btn-primary justify-self-start" aria-disabled>
          Award
        </button>
        {quotes.held.map((reason) => (
          <p key={reason} className="text-t2">
            Award is not possible: {reason}
          </p>
        ))}
        <Link className="text-link" to={pathTo("solicitation", { id: quotes.solicitationId })}>
          The controls of {quotes.number}
        </Link>
      </div>
    </Panel>
  );
}

function Award({ quotes }: { quotes: Quotes }) {
  const navigate = useNavigate();
  const [choices, setChoices] = useState<Choices>({});
  const [free, setFree] = useState(false);
  const send = useMutationAction("solicitations", "awards", "purchase-orders");
  const other = quotes.lots.some((lot) => choices[lot.id] && choices[lot.id] !== lot.lowestBidId);
  const few = quotes.bids.length < quotes.wanted;
  const alone = quotes.bids.length < 2;
  const submit = async (values: Values) => {
    await send.mutateAsync({
      path: `/api/v1/solicitations/${quotes.solicitationId}/actions/award-quotes`,
      body: {
        choices: Object.entries(choices).map(([lotId, bidId]) => ({ lotId, bidId })),
        reason: values.reason,
        noConflict: free,
        competitionFinding: values.competitionFinding,
        accountStringId: values.accountStringId || null,
        growth: values.growth,
      },
    });
    notify.done("Awarded", "Everybody who quoted is told. What became of the orders stands below.");
    window.scrollTo({ top: 0 });
  };
  return (
    <div className="stack">
      {quotes.refused && (
        <div className="notice tone-warning" role="note">
          <TriangleAlert aria-hidden="true" />
          <div>
            <strong>{quotes.refused.number} is withdrawn</strong>
            <p>{quotes.refused.reason}</p>
            <p>
              Award the quotes anew, or{" "}
              <Link
                className="text-link"
                to={pathTo("solicitation", { id: quotes.solicitationId })}
              >
                end the solicitation
              </Link>{" "}
              without an award.
            </p>
          </div>
        </div>
      )}
      <QuoteSheet quotes={quotes} />
      {quotes.lots.map((lot) => (
        <Lot
          key={lot.id}
          lot={lot}
          quotes={quotes.bids}
          chosen={choices[lot.id]}
          onChoose={(bidId) => setChoices((old) => ({ ...old, [lot.id]: bidId }))}
        />
      ))}
      <InsurancePanel
        standings={quotes.insurance}
        path={`/api/v1/solicitations/${quotes.solicitationId}/insurance-overrides`}
      />
      {quotes.held.length > 0 ? (
        <HeldAward quotes={quotes} />
      ) : (
        <Panel title="Award">
          <Form<Values>
            formKey={null}
            defaultValues={{
              reason: "",
              competitionFinding: "",
              accountStringId: "",
              growth: false,
            }}
            submitLabel="Award"
            onSubmit={submit}
            onCancel={() => void navigate(pathTo("solicitation", { id: quotes.solicitationId }))}
          >
            {(other || few) && (
              <ReasonField
                label={
                  other
                    ? "Why a quote wins that is not the lowest"
                    : `Why ${quotes.bids.length} of ${counted(quotes.wanted, "quote")} suffice`
                }
                maxLength={4000}
              />
            )}
            {alone && (
              <TextArea
                name="competitionFinding"
                label="Finding of inadequate competition"
                hint="Fewer than two quotes: what was done to get more, and why the award is right (2 CFR 200.320(c))."
                required
                rows={4}
                maxLength={20_000}
              />
            )}
            <GrowthField
              shortages={quotes.shortages}
              label="Order this beyond the requisition, with the approval of the order"
            />
            {quotes.needsAccount && (
              <Combobox<{ id: string; code: string }>
                name="accountStringId"
                label="Account"
                required
                path="/api/v1/account-strings"
                itemLabel={(account) => account.code}
                hint="For what comes from no requisition."
              />
            )}
            <label className="check">
              <input
                type="checkbox"
                checked={free}
                onChange={(event) => setFree(event.target.checked)}
              />
              <span>
                I have no conflict of interest with any of these vendors
                <small>{quotes.bids.map((bid) => bid.vendorName).join(", ")}</small>
              </span>
            </label>
          </Form>
        </Panel>
      )}
    </div>
  );
}

/** What was awarded, where its orders stand, and how the winners were screened. */
function Awarded({ id }: { id: string }) {
  const { timeZone } = useAgency();
  const award = useGet<AwardDetail>("awards", `/api/v1/awards/${id}`);
  const a = award.data;
  if (award.isPending) return <TableSkeleton columns={3} label="Loading the award" />;
  if (!a)
    return <ErrorPanel error={award.error} what="The award" onRetry={() => void award.refetch()} />;
  const waiting = a.orders.filter((order) =>
    ["draft", "returned", "in_approval", "approved"].includes(order.status),
  );
  return (
    <div className="stack">
      {a.status === "waiting" && (
        <div className="notice tone-warning" role="note">
          <TriangleAlert aria-hidden="true" />
          <div>
            <strong>
              Awarded,{" "}
              {waiting.length === 1 ? "and an order waits" : `and ${waiting.length} orders wait`}
            </strong>
            <p>
              The award is final when every order is issued. One that is refused is not placed, and
              the buyer is told; where none is left, the quotations are awarded anew or end without
              an award.
            </p>
          </div>
        </div>
      )}
      <Panel
        title={
          <>
            {a.number} <StatusBadge statuses={awardStatuses} status={a.status} />
          </>
        }
        aside={`awarded ${formatInstant(a.postedAt, timeZone)}${a.finalisedAt && a.finalisedAt !== a.postedAt ? `, final ${formatInstant(a.finalisedAt, timeZone)}` : ""}`}
        flush
      >
        <AwardedParts a={a} />
        <p className="border-t border-hair px-4 py-3 text-13 text-t2">{a.basis}</p>
      </Panel>
      <AwardOrders orders={a.orders} />
      <AwardContracts a={a} />
      <AwardScreenings screenings={a.screenings} />
    </div>
  );
}

/**
 * /bid-evaluation/quotes/:id: quotations side by side, awarded by one buyer below the simplified
 * acquisition threshold.
 */
export default function QuoteAwardPage() {
  const { id = "" } = useParams();
  const quotes = useGet<Quotes>("solicitations", `/api/v1/solicitations/${id}/quotes`);
  const q = quotes.data;
  if (quotes.isPending) return <TableSkeleton columns={3} label="Loading the quotes" />;
  if (!q)
    return (
      <ErrorPanel error={quotes.error} what="The quotes" onRetry={() => void quotes.refetch()} />
    );
  return (
    <div className="stack">
      <header className="record-head">
        <div className="what">
          <div className="line">
            <Link className="plate-number" to={pathTo("solicitation", { id })}>
              {q.number}
            </Link>
            <StatusBadge statuses={solicitationStatuses} status={q.status} />
          </div>
          <h1>{q.title}</h1>
        </div>
      </header>
      {q.awardId ? (
        <Awarded id={q.awardId} />
      ) : q.status !== "opened" ? (
        <EmptyState kind="no-results" title="Nothing to award now">
          Quotations are awarded once they are opened.
        </EmptyState>
      ) : q.bids.length === 0 ? (
        <EmptyState kind="no-results" title="No quotes came in" />
      ) : (
        <Award quotes={q} />
      )}
    </div>
  );
}
