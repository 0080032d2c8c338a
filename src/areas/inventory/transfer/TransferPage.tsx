import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { counted } from "#kernel/words.ts";
import { EvidenceButton } from "#areas/governance/governance.ui.tsx";
import { TransferHandover, useDriverLink } from "#areas/logistics/logistics.ui.tsx";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { OutcomeAction } from "./OutcomeDialog.tsx";
import { TransferSlip } from "./TransferSlip.tsx";
import {
  transferCourse,
  transferCycle,
  transferOutcomes,
  transferStatuses,
} from "./transfer.labels.ts";
import type { ToldOutcome, TransferDetail, TransferLine } from "./transfer.model.ts";

const OutcomeDialog = dialogOnDemand(
  async () => (await import("./OutcomeDialog.tsx")).OutcomeDialog,
);

const look = { statuses: transferStatuses, course: transferCourse, actions: transferCycle.actions };
const own: readonly OutcomeAction[] = ["arrive", "found", "writeOff", "approveLoss"];

const of = (quantity: string, unit: string) =>
  quantity === "0" ? "" : `${shownDecimal(quantity)} ${unit}`;

const lines: readonly LinePart<TransferLine>[] = [
  {
    label: "Item",
    as: "title",
    cell: ({ itemId, item, name }) => (
      <Link to={pathTo("stockItem", { id: itemId })}>
        <span className="mono">{item}</span> {name}
      </Link>
    ),
  },
  { label: "Lot", words: true, cell: ({ lot }) => lot },
  { label: "Quantity", cell: ({ quantity, unit }) => of(quantity, unit) },
  { label: "Arrived", cell: ({ arrived, unit }) => of(arrived, unit) },
  { label: "Found back", cell: ({ found, unit }) => of(found, unit) },
  { label: "Written off", cell: ({ lost, unit }) => of(lost, unit) },
  { label: "On the way", as: "amount", cell: ({ open, unit }) => of(open, unit) || "nothing" },
];

const outcomesIn = (zone: string): readonly LinePart<ToldOutcome>[] => [
  {
    label: "What",
    as: "title",
    cell: ({ kind, name, lot }) => `${transferOutcomes[kind]}: ${name}${lot ? `, lot ${lot}` : ""}`,
  },
  { label: "Quantity", cell: ({ quantity, unit }) => of(quantity, unit) },
  { label: "By", words: true, cell: ({ by }) => by },
  { label: "When", words: true, cell: ({ at }) => formatInstant(at, zone) },
  {
    label: "Movement",
    as: "amount",
    cell: ({ movementId, movement }) => (
      <Link to={pathTo("stockMovement", { id: movementId })}>{movement}</Link>
    ),
  },
];

const findings = (transfer: TransferDetail): FindingPart[] => {
  const open = transfer.lines.filter((line) => line.open !== "0");
  const what = open
    .slice(0, 3)
    .map(({ open: lacks, unit, name }) => `${shownDecimal(lacks)} ${unit} of ${name}`)
    .join(", ");
  switch (transfer.status) {
    case "planned":
      return [{ text: `Nothing moved yet: ${transfer.from.name} sends it` }];
    case "sent":
      return [
        {
          text: `${counted(open.length, "line is", "lines are")} on the way with ${transfer.driver}; somebody at ${transfer.to.name} counts what arrives`,
        },
      ];
    case "short":
      return [{ text: `${what} did not arrive and belongs to ${transfer.from.name}` }];
    case "received":
      return [{ text: "All that was sent is accounted for" }];
    case "cancelled":
      return [{ text: "Nothing of it is on the way" }];
  }
};

const location = ({ id, name }: TransferDetail["from"]) => (
  <Link to={pathTo("stockLocation", { id })}>{name}</Link>
);

function About({ transfer }: { transfer: TransferDetail }) {
  const { timeZone } = useAgency();
  const { from, to, sentAt } = transfer;
  return (
    <Panel title="The transfer">
      <Facts
        rows={[
          ["Taken from", location(from)],
          ["Goes to", location(to)],
          ["Driven by", transfer.driver],
          ["Expected on", transfer.expectedOn && formatDate(transfer.expectedOn)],
          ["Planned", `${formatInstant(transfer.plannedAt, timeZone)} by ${transfer.plannedBy}`],
          ["Sent", sentAt && `${formatInstant(sentAt, timeZone)} by ${transfer.sentBy}`],
          [
            "Moved by",
            transfer.movements.length > 0 &&
              transfer.movements.map(({ id, number }) => (
                <Link key={id} className="mr-2" to={pathTo("stockMovement", { id })}>
                  {number}
                </Link>
              )),
          ],
          ["Note", transfer.note],
        ]}
      />
    </Panel>
  );
}

function Outcomes({ outcomes }: TransferDetail) {
  const { timeZone } = useAgency();
  if (outcomes.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h2>What became of it</h2>
      <LineTable
        label="What became of it"
        parts={outcomesIn(timeZone)}
        lines={outcomes}
        keyOf={(outcome) => outcome.id}
      />
    </section>
  );
}

const tabs: readonly RecordTab<TransferDetail>[] = [
  {
    id: "transfer",
    label: "Transfer",
    content: (transfer) => (
      <>
        <Finding parts={findings(transfer)} none="" />
        <section className="grid gap-3">
          <h2>{transfer.status === "planned" ? "What is planned" : "What was sent"}</h2>
          <LineTable
            label="What travels"
            parts={lines}
            lines={transfer.lines}
            keyOf={(line) => line.id}
          />
        </section>
        <Outcomes {...transfer} />
        <TransferHandover id={transfer.id} />
        <About transfer={transfer} />
      </>
    ),
  },
  {
    id: "files",
    label: "Files and comments",
    content: ({ id, number }) => (
      <>
        <p>
          <EvidenceButton ids={[id]} name={number} />
        </p>
        <Attachments objectType="stockTransfer" objectId={id} />
        <Comments objectType="stockTransfer" objectId={id} />
      </>
    ),
  },
];

function Driver() {
  return (
    <label className="field">
      <span className="label">Who drives it</span>
      <input name="driver" className="field-control" required maxLength={120} />
    </label>
  );
}

/** What may be done of a transfer: its steps that count lines, and the link for whoever drives it. */
const extrasOf = (
  transfer: TransferDetail,
  { take, link }: { take: (action: OutcomeAction) => void; link: (() => void) | null },
) => [
  ...own.flatMap((action) => {
    const offered = transfer.actions.find(({ name }) => name === action);
    if (!offered) return [];
    return {
      label: offered.label,
      tone: action === "arrive" ? ("primary" as const) : ("quiet" as const),
      reason: offered.reason,
      onSelect: () => take(action),
    };
  }),
  ...(link && (transfer.status === "sent" || transfer.status === "short")
    ? [{ label: "Link for the driver", onSelect: link }]
    : []),
];

/** A transfer that travels: what lacks first, then its lines and what became of them. */
export default function TransferPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const { timeZone } = useAgency();
  const driver = useDriverLink(timeZone);
  const [taken, setTaken] = useState<{ action: OutcomeAction; transfer: TransferDetail } | null>(
    null,
  );
  const make = (transfer: TransferDetail) => () =>
    driver.make(`/api/v1/stock-transfers/${id}/driver-links`, <TransferSlip transfer={transfer} />);
  return (
    <>
      <RecordPage<TransferDetail>
        path="/api/v1/stock-transfers"
        id={id}
        lifecycle={look}
        title={({ from, to }) => `${from.name} to ${to.name}`}
        actionFields={{ send: <Driver /> }}
        ownActions={own}
        extraActions={(transfer) =>
          extrasOf(transfer, {
            take: (action) => setTaken({ action, transfer }),
            link: can("stock.move") ? make(transfer) : null,
          })
        }
        tabs={tabs}
      />
      {driver.shown}
      {taken && <OutcomeDialog {...taken} onClose={() => setTaken(null)} />}
    </>
  );
}
