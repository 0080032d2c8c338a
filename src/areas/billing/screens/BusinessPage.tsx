import { Plus } from "lucide-react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatCents, formatCentsShort } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { Chart } from "#web/kit/chart/Chart.tsx";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { Held } from "#web/kit/Held.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { LineTable } from "#web/kit/table/LineTable.tsx";
import type { IncomeMonth, Overview } from "../operator/overview.model.ts";
import { TermsTimeline } from "./TermsTimeline.tsx";
import { monthWords, plainMoney } from "./words.ts";

const agreements = pathTo("hostingAgreements");
const bills = pathTo("agencyBills");

const part = (n: number, one: string, several: string, to: string): FindingPart[] =>
  n > 0 ? [{ text: counted(n, one, several), to }] : [];
const findingOf = (of: Overview): FindingPart[] => [
  ...(of.late.bills
    ? [
        {
          text: `${formatCents(of.late.cents)} are late in ${counted(of.late.bills, "bill")} of ${counted(of.late.agencies, "agency", "agencies")}`,
          to: `${bills}?late=true`,
        },
      ]
    : []),
  ...part(of.disputed, "bill is disputed", "bills are disputed", `${bills}?disputed=true`),
  ...part(
    of.toConfirm,
    "payment waits for its second operator",
    "payments wait for their second operator",
    `${bills}?waiting=true`,
  ),
  ...part(
    of.toApprove,
    "agreement waits for its approval",
    "agreements wait for their approval",
    `${agreements}?status=in_review`,
  ),
  ...part(of.toSend, "bill is to be sent", "bills are to be sent", `${bills}?status=draft`),
  ...part(
    of.noticeSoon,
    "notice day comes within 90 days",
    "notice days come within 90 days",
    `${agreements}?notice=true`,
  ),
];

const sumOf = (m: IncomeMonth) => m.agreed + m.ifRenewed + m.withoutAgreement;

function Income({ months }: { months: readonly IncomeMonth[] }) {
  const total = months.reduce((cents, month) => cents + sumOf(month), 0);
  const earning = months.filter((month) => sumOf(month) > 0);
  return (
    <Panel title="Expected income by month">
      <Chart
        finding={`${formatCents(total)} are expected in twelve months, at the prices of now`}
        kind="stacked"
        axis="Month"
        series={[
          { id: "agreed", label: "Agreed" },
          { id: "ifRenewed", label: "If renewed" },
          { id: "without", label: "Without an agreement" },
        ]}
        points={months.map((m) => ({
          label: monthWords(m.month),
          values: { agreed: m.agreed, ifRenewed: m.ifRenewed, without: m.withoutAgreement },
        }))}
        format={formatCentsShort}
        note="Periods that begin in the month. Bills that stand already are not in it."
      />
      {earning.length > 0 && (
        <LineTable
          label="Expected income by month"
          lines={earning}
          keyOf={(m) => m.month}
          parts={[
            { label: "Month", as: "title", cell: (m) => monthWords(m.month) },
            {
              label: "From",
              words: true,
              cell: (m) =>
                m.agreementIds.length > 0 ? (
                  <Link className="link" to={`${agreements}?id=${m.agreementIds.join(",")}`}>
                    {counted(m.agreementIds.length, "agreement")}
                  </Link>
                ) : (
                  "plans without an agreement"
                ),
            },
            { label: "Amount, $", as: "amount", cell: (m) => plainMoney(sumOf(m)) },
          ]}
          total={{ label: "Twelve months", amount: plainMoney(total) }}
        />
      )}
    </Panel>
  );
}

/** The operator's agreements: terms over time, expected income, what waits. */
export default function BusinessPage() {
  const read = useGet<Overview>("hosting-agreements", "/api/v1/hosting-overview", { first: true });
  const of = read.data;
  return (
    <div className="stack">
      <div className="list-head !mb-0">
        <h1>Business plans</h1>
        <Held permission="platform.edit" what="Write an agreement">
          <Link className="btn btn-primary" to={pathTo("hostingAgreementNew")}>
            <Plus aria-hidden="true" />
            New agreement
          </Link>
        </Held>
      </div>
      {read.isPending && <TableSkeleton columns={3} label="Loading the agreements" />}
      {read.isError && (
        <ErrorPanel error={read.error} what="The agreements" onRetry={() => void read.refetch()} />
      )}
      {of && (
        <>
          <Finding
            parts={findingOf(of)}
            none={`Nothing waits; ${counted(of.trials, "agency is", "agencies are")} on trial.`}
          />
          {of.terms.length > 0 && <TermsTimeline terms={of.terms} today={of.today} />}
          <Income months={of.income} />
        </>
      )}
      <p>
        <Link className="link" to={agreements}>
          All agreements
        </Link>
        ,{" "}
        <Link className="link" to={pathTo("agencyPlans")}>
          plans of agencies
        </Link>
        ,{" "}
        <Link className="link" to={bills}>
          bills to agencies
        </Link>{" "}
        and{" "}
        <Link className="link" to={pathTo("pricingPlans")}>
          what is offered
        </Link>
        .
      </p>
    </div>
  );
}
