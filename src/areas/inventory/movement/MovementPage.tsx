import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { quantity, shownDecimal } from "#kernel/quantity.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import {
  consumerTypes,
  costMethods,
  movementCourse,
  movementCycle,
  movementKinds,
  movementStatuses,
} from "./movement.labels.ts";
import type { MovementDetail } from "./movement.model.ts";
import { ReturnButton } from "./ReturnDialog.tsx";

const look = {
  statuses: movementStatuses,
  course: movementCourse,
  actions: movementCycle.actions,
};
type Line = MovementDetail["content"][number];

/** Cents of one unit, as money; the whole value stands beside it. */
const unitCost = (line: Line): string => {
  const whole = quantity(line.quantity);
  return whole === 0n
    ? "—"
    : formatCents(Math.round((Math.abs(line.standingCents) * 10_000) / Number(whole)));
};

const typedAs = (line: Line): string | null =>
  line.unit && line.unit !== line.itemUnit
    ? `${shownDecimal(line.typedQuantity)} ${line.unit}`
    : null;

const itemPart: LinePart<Line> = {
  label: "Item",
  as: "title",
  cell: (line) => (
    <>
      <Link to={pathTo("stockItem", { id: line.itemId })}>
        <span className="mono">{line.item}</span> {line.itemName}
      </Link>
      {line.lotId && (
        <>
          {" · lot "}
          <Link to={pathTo("stockLot", { id: line.lotId })}>{line.lot}</Link>
        </>
      )}
    </>
  ),
};

const placePart: LinePart<Line> = {
  label: "Where",
  words: true,
  cell: ({ from, to }) => [from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(" "),
};

const movedParts: readonly LinePart<Line>[] = [
  itemPart,
  placePart,
  { label: "Fund", words: true, cell: ({ fund }) => fund },
  {
    label: "Quantity",
    cell: (line) => (
      <>
        {shownDecimal(line.quantity)} {line.itemUnit}
        {typedAs(line) && <span className="block text-13 text-t2">{typedAs(line)}</span>}
      </>
    ),
  },
  { label: "Unit cost", cell: unitCost },
  { label: "Method", words: true, cell: ({ method }) => costMethods[method] },
  {
    label: "Value",
    as: "amount",
    cell: (line) => (
      <>
        {formatCents(Math.abs(line.standingCents))}
        {line.standingCents !== line.valueCents && (
          <span className="block text-13 text-t2">
            posted with {formatCents(Math.abs(line.valueCents))}, corrected since
          </span>
        )}
      </>
    ),
  },
];

const correctedParts: readonly LinePart<Line>[] = [
  itemPart,
  {
    label: "Corrects",
    words: true,
    cell: ({ corrects }) =>
      corrects && (
        <Link to={pathTo("stockMovement", { id: corrects.movementId })}>{corrects.number}</Link>
      ),
  },
  { label: "Fund", words: true, cell: ({ fund }) => fund },
  { label: "Value", as: "amount", cell: ({ valueCents }) => formatCents(valueCents) },
];

// The lines that bear it are said once, with their cents; what moved no budget any more is said so.
const charges = ({ content }: MovementDetail): string[] => {
  const sums = new Map<string, number>();
  for (const { charge } of content) {
    if (!charge) continue;
    const words = charge.unmoved
      ? `no budget: the year of the issue is closed, and ${charge.account} has none in this one`
      : `${charge.account}, off ${charge.stores}`;
    sums.set(words, (sums.get(words) ?? 0) + charge.cents);
  }
  return [...sums].map(([words, cents]) =>
    cents < 0 ? `${formatCents(-cents)} back: ${words}` : `${formatCents(cents)} to ${words}`,
  );
};

function About({ movement: m }: { movement: MovementDetail }) {
  const { timeZone } = useAgency();
  const other = (of: MovementDetail["reverses"]) =>
    of && <Link to={pathTo("stockMovement", { id: of.id })}>{of.number}</Link>;
  return (
    <Panel title="The movement">
      <Facts
        rows={[
          ["Movement", movementKinds[m.kind]],
          ["Moved on", formatDate(m.movedOn)],
          ["Posted", formatInstant(m.postedAt, timeZone)],
          ["Entered by", m.enteredBy],
          ["Who gets it", m.consumerType && `${consumerTypes[m.consumerType]}: ${m.consumer}`],
          ["Charged", charges(m).join("; ")],
          ["Reason", m.reason],
          [
            "Travels by",
            m.transfer && (
              <Link to={pathTo("stockTransfer", { id: m.transfer.id })}>{m.transfer.number}</Link>
            ),
          ],
          ["Takes back", other(m.reverses)],
          ["Taken back by", other(m.reversedBy)],
        ]}
      />
    </Panel>
  );
}

function Lines({ movement: m }: { movement: MovementDetail }) {
  const corrects = m.content.some((line) => line.corrects);
  const total = m.content.reduce((sum, line) => sum + line.standingCents, 0);
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="mr-auto">{corrects ? "What it corrects" : "Lines"}</h2>
        <ReturnButton movement={m} />
      </div>
      <LineTable
        label="Lines of the movement"
        parts={corrects ? correctedParts : movedParts}
        lines={m.content}
        keyOf={(line) => line.id}
        total={{ label: "Value", amount: formatCents(corrects ? total : Math.abs(total)) }}
      />
    </section>
  );
}

const tabs: readonly RecordTab<MovementDetail>[] = [
  {
    id: "movement",
    label: "Movement",
    content: (m) => (
      <>
        <About movement={m} />
        <Lines movement={m} />
      </>
    ),
  },
  {
    id: "files",
    label: "Files and comments",
    content: (m) => (
      <>
        <Attachments objectType="stockMovement" objectId={m.id} />
        <Comments objectType="stockMovement" objectId={m.id} />
      </>
    ),
  },
];

const named = (m: MovementDetail): string => {
  const items = [...new Set(m.content.map(({ itemName }) => itemName))].join(", ");
  return `${movementKinds[m.kind]}: ${items}`;
};

/** A movement of stock; printed, it is the slip that goes with the goods. */
export default function MovementPage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<MovementDetail>
      path="/api/v1/stock-movements"
      id={id}
      lifecycle={look}
      title={named}
      subtitle={(m) => m.consumer && `For ${m.consumer}`}
      owner={(m) => m.enteredBy}
      tabs={tabs}
    />
  );
}
