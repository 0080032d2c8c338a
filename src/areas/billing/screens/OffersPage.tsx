import { Plus } from "lucide-react";
import { useState } from "react";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DefinitionList } from "#web/kit/definition/DefinitionList.tsx";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { limitsInWords, offerPrice } from "../plan/plan.labels.ts";
import type { PlanHeld } from "../plan/plan.model.ts";
import { OfferCard } from "./OfferCard.tsx";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";

const path = "/api/v1/price-plans";
const PlanDialog = dialogOnDemand(async () => (await import("./PlanDialog.tsx")).PlanDialog);
const texts = {
  publish:
    "Visitors and agencies read it from now on. Agencies that are on an earlier version stay on it until they are moved.",
  retire: "It is offered no more. Agencies that are on it stay on it until they are moved.",
};

const cardPrice = (plan: PlanHeld) =>
  `${offerPrice(plan.monthlyCents)} a month, ${offerPrice(plan.yearlyCents)} a year`;

const findingOf = (all: readonly PlanHeld[]): FindingPart[] => {
  const shown = all.filter((plan) => plan.status === "published" && plan.public);
  const drafts = all.filter(({ status }) => status === "draft");
  const behind = all.filter(({ status, agencies }) => status === "retired" && agencies > 0);
  const held = behind.reduce((sum, { agencies }) => sum + agencies, 0);
  return [
    { text: `${counted(shown.length, "offer is", "offers are")} in force for visitors` },
    ...(drafts.length
      ? [{ text: `${counted(drafts.length, "draft waits", "drafts wait")} to be published` }]
      : []),
    ...(held
      ? [
          {
            text: `${counted(held, "agency stays", "agencies stay")} on versions that are retired`,
            to: `${pathTo("agencyPlans")}?planId=${behind.map(({ id }) => id).join(",")}`,
          },
        ]
      : []),
  ];
};

/** What visitors will see: each draft beside the version of it that is in force. */
function Offers({ all }: { all: readonly PlanHeld[] }) {
  const inForce = all.filter((plan) => plan.status === "published" && plan.public);
  const drafts = all.filter((plan) => plan.status === "draft" && plan.public);
  const fresh = drafts.filter(
    (draft) => !inForce.some(({ definitionId }) => definitionId === draft.definitionId),
  );
  const families = [...inForce, ...fresh];
  return (
    <section className="plans" aria-label="Offers as visitors see them">
      {families.map((plan) => {
        const draft = drafts.find(({ definitionId }) => definitionId === plan.definitionId);
        const next = draft && draft.id !== plan.id ? draft : null;
        return (
          <div key={plan.id} className="grid content-start gap-3">
            <OfferCard offer={plan} price={cardPrice(plan)} limits={limitsInWords(plan)}>
              <p className="text-13 text-t3">
                {plan.status === "draft" ? "A draft; visitors do not see it yet." : "In force; "}
                {plan.status !== "draft" && (
                  <Link className="link" to={`${pathTo("agencyPlans")}?planId=${plan.id}`}>
                    {`${counted(plan.agencies, "agency is", "agencies are")} on this version`}
                  </Link>
                )}
              </p>
            </OfferCard>
            {next && (
              <OfferCard offer={next} price={cardPrice(next)} limits={limitsInWords(next)}>
                <p className="text-13 text-t3">The draft in its place.</p>
              </OfferCard>
            )}
          </div>
        );
      })}
    </section>
  );
}

const about = (plan: PlanHeld) => (
  <p className="text-13 text-t3">
    {cardPrice(plan)}; {counted(plan.agencies, "agency", "agencies")} on this version
    {!plan.public && "; not shown to visitors"}
  </p>
);

/** The offers as visitors will see them, beside those in force; `/:id` opens the form of one. */
export default function OffersPage() {
  const { id } = useParams();
  const { can } = useAuth();
  const [asked, setAsked] = useState(false);
  const [closed, setClosed] = useState<string | undefined>();
  const list = useGet<{ items: PlanHeld[] }>("price-plans", path, { first: true });
  const all = list.data?.items ?? [];
  const may = can("platform.edit");
  const opened = id === closed ? undefined : all.find((plan) => plan.id === id);
  return (
    <div className="stack">
      <div className="list-head !mb-0">
        <h1>Pricing plans</h1>
        {may && (
          <button type="button" className="btn btn-primary" onClick={() => setAsked(true)}>
            <Plus aria-hidden="true" />
            New plan
          </button>
        )}
      </div>
      {list.isPending && <TableSkeleton columns={3} label="Loading the plans" />}
      {list.isError && (
        <ErrorPanel error={list.error} what="The plans" onRetry={() => void list.refetch()} />
      )}
      {list.data && (
        <>
          <Finding parts={findingOf(all)} none="Nothing is offered." />
          <Offers all={all} />
          <DefinitionList
            path={path}
            what="plan"
            all={all}
            shown={all.filter(({ status }) => status !== "retired")}
            texts={texts}
            unchanging="Published versions never change; an agency stays on its version until it is moved."
            mayChange={may}
            to={(plan) => pathTo("pricingPlan", { id: plan.id })}
            edit="Change"
            about={about}
          />
        </>
      )}
      {asked && <PlanDialog plan={null} onClose={() => setAsked(false)} />}
      {opened && may && <PlanDialog plan={opened} onClose={() => setClosed(id)} />}
    </div>
  );
}
