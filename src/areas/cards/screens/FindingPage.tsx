import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { findingCycle, findingStatuses, kindLabels } from "../finding/finding.labels.ts";
import type { FindingDetail } from "../finding/finding.model.ts";

const look = {
  statuses: findingStatuses,
  course: findingCycle.course,
  actions: findingCycle.actions,
};

type Other = FindingDetail["others"][number];
const parts: readonly LinePart<Other>[] = [
  {
    label: "Line",
    as: "title",
    cell: ({ id, merchant }) => <Link to={pathTo("cardLine", { id })}>{merchant}</Link>,
  },
  { label: "Purchased", cell: ({ purchasedOn }) => formatDate(purchasedOn) },
  {
    label: "Amount, $",
    as: "amount",
    cell: ({ cents }) => formatCents(cents, { symbol: false }),
  },
];

function Found({ finding }: { finding: FindingDetail }) {
  const { timeZone } = useAgency();
  const total = finding.others.reduce((sum, { cents }) => sum + cents, 0);
  return (
    <div className="stack">
      <Finding parts={[{ text: finding.says }]} none="" />
      <section className="grid gap-3">
        <h2>Lines</h2>
        <LineTable
          label="Lines that belong to it"
          parts={parts}
          lines={finding.others}
          keyOf={({ id }) => id}
          total={{ label: "Together", amount: formatCents(total, { symbol: false }) }}
        />
      </section>
      <Panel title="Who answers for it">
        <Facts
          rows={[
            ["Answers for it", finding.ownerName],
            ["Due", `${formatDate(finding.dueOn)}; afterwards the card is suspended`],
            ["By", finding.citation],
            ["Card", finding.suspended ? "Suspended for it" : null],
            [
              "Settled",
              finding.settledAt &&
                `${finding.settledName}, ${formatInstant(finding.settledAt, timeZone)}`,
            ],
            ["Because", finding.reason],
          ]}
        />
      </Panel>
      <Comments objectType="cardFinding" objectId={finding.id} />
    </div>
  );
}

const tabs: readonly RecordTab<FindingDetail>[] = [
  { id: "finding", label: "Finding", content: (finding) => <Found finding={finding} /> },
];

/** What a rule found of a line, and who settles it. */
export default function FindingPage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<FindingDetail>
      path="/api/v1/card-findings"
      id={id}
      lifecycle={look}
      title={({ kind }) => kindLabels[kind]}
      subtitle={({ holderName, merchant }) => `${holderName}, ${merchant}`}
      owner={({ ownerName }) => ownerName}
      amountCents={({ cents }) => cents}
      deadline={({ dueOn }) => ({ at: dueOn, label: "Settle by" })}
      tabs={tabs}
    />
  );
}
