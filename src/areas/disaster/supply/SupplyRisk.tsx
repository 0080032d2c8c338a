import { useState } from "react";
import { Link } from "react-router";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { screeningResults } from "#areas/vendors/vendors.public.ts";
import { StoresInside } from "./StoresInside.tsx";
import type { Alternate, Supply, SupplyRisk as Row } from "./supply.model.ts";

function Alternates({ vendor, onClose }: { vendor: Row; onClose: () => void }) {
  const found = useGet<{ items: Alternate[] }>(
    "vendors",
    `/api/v1/supply-risks/${vendor.id}/alternates`,
  );
  return (
    <Dialog
      onClose={onClose}
      title={`Instead of ${vendor.name}`}
      description="Active, screened clear, with a commodity in common; outside of every warning first."
      className="dialog dialog-wide"
    >
      <ul className="grid gap-2">
        {(found.data?.items ?? []).map((other) => (
          <li key={other.id}>
            <Link to={`/vendor-directory/${other.id}`}>{other.name}</Link>
            <span className="text-13 text-t2">
              {" "}
              {other.commodities.join(", ")}
              {other.lastPriceCents !== null && `, last order ${formatCents(other.lastPriceCents)}`}
              {other.exposed && ", inside a warning"}
            </span>
          </li>
        ))}
      </ul>
      {found.data?.items.length === 0 && <p>Nobody else offers what this vendor offers.</p>}
    </Dialog>
  );
}

const screeningOf = (result: string): string =>
  (screeningResults as Readonly<Record<string, { label: string }>>)[result]?.label ?? result;

function Why({ row }: { row: Row }) {
  return (
    <ul className="grid gap-2 text-13">
      <li>
        <Link to={`/purchase-orders?vendorId=${row.id}`}>
          {row.concentration} % of a year's orders, {formatCents(row.shareCents)}
        </Link>
      </li>
      {row.singleSource.length > 0 && (
        <li>
          <Link to={`/vendor-directory?commodity=${row.singleSource.join(",")}`}>
            Nobody else for {row.singleSource.join(", ")}
          </Link>
        </li>
      )}
      {row.lateOrders > 0 && (
        <li>
          <Link to={`/purchase-orders?vendorId=${row.id}&late=true`}>{row.lateOrders} late</Link>
        </li>
      )}
      {row.insuranceLapsed && (
        <li>
          <Link to={`/vendor-directory/${row.id}`}>
            Insurance {row.insuranceEnds ? `ended ${formatDate(row.insuranceEnds)}` : "not on file"}
          </Link>
        </li>
      )}
      {row.screening !== "clear" && (
        <li>
          <Link to={`/vendor-directory/${row.id}`}>
            {row.screening ? `Screening: ${screeningOf(row.screening)}` : "Not screened yet"}
          </Link>
        </li>
      )}
    </ul>
  );
}

const findingOf = (rows: readonly Row[]): FindingPart[] => {
  const [worst] = rows;
  if (!worst) return [];
  const only = rows.filter(({ singleSource }) => singleSource.length > 0).length;
  const late = rows.filter(({ lateOrders }) => lateOrders > 0).length;
  return [
    {
      text: `${worst.name} carries the most risk, ${worst.score} of 100`,
      to: `/vendor-directory/${worst.id}`,
    },
    ...(only > 0
      ? [
          {
            text: counted(
              only,
              "vendor is the only source of something",
              "vendors are the only source of something",
            ),
          },
        ]
      : []),
    ...(late > 0
      ? [
          {
            text: counted(late, "vendor is late", "vendors are late"),
            to: "/purchase-orders?late=true",
          },
        ]
      : []),
  ];
};

const partsOf = (show: (row: Row) => void): readonly LinePart<Row>[] => [
  {
    label: "Vendor",
    as: "title",
    cell: (row) => (
      <Link className="text-link" to={`/vendor-directory/${row.id}`}>
        {row.name}
      </Link>
    ),
  },
  { label: "Why", words: true, cell: (row) => <Why row={row} /> },
  { label: "Score", as: "amount", cell: (row) => row.score },
  {
    label: "Instead",
    as: "badge",
    cell: (row) => (
      <button type="button" className="btn btn-small" onClick={() => show(row)}>
        Alternates<span className="visually-hidden"> to {row.name}</span>
      </button>
    ),
  },
];

/** Dependence on each vendor; every part of a score opens its rows. */
export default function SupplyRisk() {
  const found = useGet<{ items: Row[] }>("purchase-orders", "/api/v1/supply-risks");
  const stores = useGet<Supply>("purchase-orders", "/api/v1/supply-chain").data?.stores ?? [];
  const [shown, setShown] = useState<Row | null>(null);
  if (found.isPending) return <RecordSkeleton />;
  if (!found.data) return <ErrorPanel error={found.error} what="The risks" />;
  return (
    <div className="stack">
      <h1>Supply chain risk</h1>
      <Finding
        parts={findingOf(found.data.items)}
        none="No vendor with an order of the last year carries a risk."
      />
      <p className="text-t2">
        30 points for a single source, up to 30 for the share of a year's orders, 20 for late
        orders, 10 each for lapsed insurance and a screening that is not clear.
      </p>
      <Panel title="Vendors by their score" flush>
        <LineTable
          label="Vendors by their score"
          parts={partsOf(setShown)}
          lines={found.data.items}
          keyOf={(row) => row.id}
        />
      </Panel>
      <StoresInside stores={stores} />
      {shown && <Alternates vendor={shown} onClose={() => setShown(null)} />}
    </div>
  );
}
