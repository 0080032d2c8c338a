import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { creditCycle, creditStatuses, registries } from "../credit/credit.labels.ts";
import type { CreditDetail } from "../credit/credit.model.ts";

const HoldDialog = dialogOnDemand(async () => (await import("./HoldDialog.tsx")).HoldDialog);

const look = { statuses: creditStatuses, course: creditCycle.course, actions: creditCycle.actions };

const said = ({ status, tons, forYear }: CreditDetail): string => {
  const much = `${tons.toLocaleString("en-US")} t`;
  switch (status) {
    case "retired":
      return `${much} are retired for ${forYear}, for good; what was emitted stays what it is`;
    case "reserved":
      return `${much} are kept for ${forYear}`;
    case "held":
      return `${much} are held`;
    default:
      return `${much}, which no order bought`;
  }
};

const tabs: readonly RecordTab<CreditDetail>[] = [
  {
    id: "credit",
    label: "Credit",
    content: (credit) => (
      <>
        <Finding parts={[{ text: said(credit) }]} none="" />
        <Panel title="Serial numbers">
          <Facts
            rows={[
              ["Registry", registries[credit.registry]],
              ["Project", credit.project],
              ["Vintage", String(credit.vintage)],
              ["Numbers", credit.serials],
              [
                "Order",
                credit.orderId && (
                  <Link key="order" to={pathTo("order", { id: credit.orderId })}>
                    {credit.orderNumber}
                  </Link>
                ),
              ],
              ["For the year", credit.forYear === null ? null : String(credit.forYear)],
              ["Document of the registry", credit.document],
              ["Retired by", credit.retiredBy],
            ]}
          />
        </Panel>
      </>
    ),
  },
  {
    id: "files",
    label: "Files and comments",
    content: ({ id }) => (
      <>
        <Attachments objectType="carbonCredit" objectId={id} />
        <Comments objectType="carbonCredit" objectId={id} />
      </>
    ),
  },
];

const reserve = (
  <label className="field">
    <span className="field-label">Year</span>
    <input name="year" inputMode="numeric" required maxLength={4} className="field-control" />
    <small>The calendar year that they stand beside</small>
  </label>
);
const retire = (
  <label className="field">
    <span className="field-label">Document of the registry</span>
    <input name="document" required maxLength={200} className="field-control" />
    <small>Its certificate of retirement; a retirement is not taken back</small>
  </label>
);

/** Credits under serial numbers of a registry. */
export default function CreditPage() {
  const { id = "" } = useParams();
  const [holding, setHolding] = useState<CreditDetail | null>(null);
  return (
    <>
      <RecordPage<CreditDetail>
        path="/api/v1/carbon-credits"
        id={id}
        lifecycle={look}
        title={({ project }) => project}
        subtitle={({ serials }) => serials}
        tabs={tabs}
        ownActions={["hold"]}
        actionFields={{ reserve, retire }}
        extraActions={(credit) =>
          credit.actions.some(({ name }) => name === "hold")
            ? [{ label: "Hold", tone: "primary", onSelect: () => setHolding(credit) }]
            : []
        }
      />
      {holding && <HoldDialog credit={holding} onClose={() => setHolding(null)} />}
    </>
  );
}
