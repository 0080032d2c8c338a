import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { cycleLife, cycleStatuses } from "../cycle/cycle.labels.ts";
import type { CycleDetail } from "../cycle/cycle.model.ts";
import { LinesTable } from "./LinesTable.tsx";
import { StoredFileButton } from "./StoredFileButton.tsx";

const StateDialog = dialogOnDemand(async () => (await import("./CycleDialogs.tsx")).StateDialog);

const look = { statuses: cycleStatuses, course: cycleLife.course, actions: cycleLife.actions };

const gapOf = ({ statementCents, linesCents }: CycleDetail): string => {
  const gap = (statementCents ?? 0) - linesCents;
  return gap === 0
    ? `Its lines tie to the statement's ${formatCents(linesCents)}, to the cent`
    : `Its lines come to ${formatCents(linesCents)}, the statement says ${formatCents(statementCents ?? 0)}: ${formatCents(Math.abs(gap))} ${gap > 0 ? "are missing" : "are too much"}`;
};

const partsOf = (cycle: CycleDetail) => [
  ...(cycle.statementCents === null
    ? [{ text: `${counted(cycle.lines, "line")} so far, ${formatCents(cycle.linesCents)}` }]
    : [{ text: gapOf(cycle) }]),
  ...(cycle.unapproved > 0
    ? [{ text: `${counted(cycle.unapproved, "is", "are")} not approved` }]
    : []),
];

type Account = CycleDetail["accounts"][number];
const parts: readonly LinePart<Account>[] = [
  { label: "Account", as: "title", cell: ({ code }) => <span className="mono">{code}</span> },
  {
    label: "Amount, $",
    as: "amount",
    cell: ({ cents }) => formatCents(cents, { symbol: false }),
  },
];

function Statement({ cycle }: { cycle: CycleDetail }) {
  if (!cycle.statementNumber)
    return (
      <Panel title="Statement">
        <p className="text-t2">The bank’s statement of this cycle is not read yet.</p>
      </Panel>
    );
  return (
    <Panel title="Statement">
      <Facts
        rows={[
          ["Number", cycle.statementNumber],
          ["Day", cycle.statementOn && formatDate(cycle.statementOn)],
          ["Total", cycle.statementCents === null ? null : formatCents(cycle.statementCents)],
          ["Due", cycle.dueOn && formatDate(cycle.dueOn)],
          [
            "Document",
            cycle.file && <StoredFileButton key="file" id={cycle.file.id} name={cycle.file.name} />,
          ],
          [
            "Invoice",
            cycle.invoiceId && (
              <Link key="invoice" to={pathTo("invoice", { id: cycle.invoiceId })}>
                {cycle.invoiceNumber}
              </Link>
            ),
          ],
        ]}
      />
    </Panel>
  );
}

function Cycle({ cycle }: { cycle: CycleDetail }) {
  return (
    <div className="stack">
      <Finding parts={partsOf(cycle)} none="" />
      <Statement cycle={cycle} />
      {cycle.accounts.length > 0 && (
        <section className="grid gap-3">
          <h2>What the invoice charges</h2>
          <LineTable
            label="Accounts of the cycle"
            parts={parts}
            lines={cycle.accounts}
            keyOf={({ id }) => id}
            total={{ label: "Total", amount: formatCents(cycle.linesCents, { symbol: false }) }}
          />
        </section>
      )}
      <section className="grid gap-3">
        <h2>Lines</h2>
        <LinesTable fixed={`cycleId=${cycle.id}`} />
      </section>
    </div>
  );
}

const tabs: readonly RecordTab<CycleDetail>[] = [
  { id: "cycle", label: "Cycle", content: (cycle) => <Cycle cycle={cycle} /> },
  {
    id: "files",
    label: "Files and comments",
    content: ({ id }) => (
      <>
        <Attachments objectType="cardCycle" objectId={id} />
        <Comments objectType="cardCycle" objectId={id} />
      </>
    ),
  },
];

/** What a bank bills at once: its lines beside its statement, and the invoice that it becomes. */
export default function CyclePage() {
  const { id = "" } = useParams();
  const [stating, setStating] = useState<CycleDetail | null>(null);
  return (
    <>
      <RecordPage<CycleDetail>
        path="/api/v1/card-cycles"
        id={id}
        lifecycle={look}
        title={({ bankName }) => bankName}
        subtitle={({ opensOn, closesOn }) => `${formatDate(opensOn)} to ${formatDate(closesOn)}`}
        amountCents={({ linesCents }) => linesCents}
        tabs={tabs}
        ownActions={["state"]}
        extraActions={(cycle) =>
          cycle.actions.some(({ name, enabled }) => name === "state" && enabled)
            ? [
                {
                  label: "Read the statement",
                  ...(cycle.status === "open" ? { tone: "primary" as const } : {}),
                  onSelect: () => setStating(cycle),
                },
              ]
            : []
        }
      />
      {stating && <StateDialog cycle={stating} onClose={() => setStating(null)} />}
    </>
  );
}
