import { Pencil } from "lucide-react";
import { useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatCents } from "#kernel/money.ts";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { ApprovalPanel } from "#areas/workflow/workflow.ui.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { BudgetNav } from "../line/BudgetNav.tsx";
import { amendmentCycle, amendmentKinds, amendmentStatuses } from "./amendment.labels.ts";
import type { AmendmentDetail } from "./amendment.model.ts";

const look = {
  statuses: amendmentStatuses,
  course: amendmentCycle.course,
  actions: amendmentCycle.actions,
};
const money = (cents: number) => formatCents(cents, { symbol: false });
type Line = AmendmentDetail["lines"][number];
const parts: readonly LinePart<Line>[] = [
  {
    label: "Account",
    as: "title",
    cell: (l) => (
      <span>
        <span className="mono">{l.code}</span> {l.label}
      </span>
    ),
  },
  { label: "Revised, $", cell: (l) => money(l.budget) },
  { label: "Available, $", cell: (l) => money(l.available) },
  { label: "Gives or gets, $", as: "amount", cell: (l) => money(l.cents) },
];

const sumOf = (lines: readonly Line[]) => money(lines.reduce((sum, l) => sum + l.cents, 0));
/** What an amendment comes to: revenue and spending beside each other where it has both. */
const together = (lines: readonly Line[]): string => {
  const [revenue, spending] = [lines.filter((l) => l.comesIn), lines.filter((l) => !l.comesIn)];
  return revenue.length && spending.length
    ? `${sumOf(spending)} to spend, ${sumOf(revenue)} of revenue`
    : sumOf(lines);
};

function AmendmentFacts({ amendment: a }: { amendment: AmendmentDetail }) {
  const rows: [string, React.ReactNode][] = [
    ["Kind", amendmentKinds[a.kind]],
    ["Fiscal year", String(a.year)],
    ["Why", a.reason],
    ["Source", a.source],
    ["Decided about the fund", a.fundDecision],
    ["Entered by", a.requestedBy],
    ["Posted by", a.postedBy],
    ["Reason of the decision", a.stopReason],
  ];
  return (
    <Panel title="About it">
      <Facts rows={rows} />
      {a.fundFindings.map((sentence) => (
        <p key={sentence} role="alert" className="mt-3 text-13">
          {sentence}
        </p>
      ))}
      {a.status === "in_approval" && (
        <p className="mt-3 text-13 text-t2">What it takes is reserved while it is decided.</p>
      )}
    </Panel>
  );
}

/** An amendment or transfer: its lines, why, and where it stands. */
export default function AmendmentPage() {
  const { id = "" } = useParams();
  return (
    <>
      <BudgetNav />
      <RecordPage<AmendmentDetail>
        path="/api/v1/budget-amendments"
        id={id}
        lifecycle={look}
        title={(a) => a.title}
        subtitle={(a) => `${amendmentKinds[a.kind]}, ${a.year}`}
        amountCents={(a) => a.amount}
        extraActions={(a) =>
          a.canEdit
            ? [
                {
                  label: "Change",
                  icon: <Pencil aria-hidden="true" />,
                  to: pathTo("budgetAmendmentEdit", { id }),
                },
              ]
            : []
        }
        tabs={[
          {
            id: "lines",
            label: "Lines",
            count: (a) => a.lines.length,
            content: (a) => (
              <LineTable
                label="Lines of the amendment"
                parts={parts}
                lines={a.lines}
                keyOf={(l) => l.id}
                total={{ label: "Together", amount: together(a.lines) }}
              />
            ),
          },
          {
            id: "files",
            label: "Files",
            content: (a) => <Attachments objectType="budgetAmendment" objectId={a.id} />,
          },
        ]}
        rail={(a) => (
          <>
            <AmendmentFacts amendment={a} />
            {a.approvalId && <ApprovalPanel approvalId={a.approvalId} />}
          </>
        )}
      />
    </>
  );
}
