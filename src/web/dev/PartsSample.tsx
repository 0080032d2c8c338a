import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { formatCentsShort } from "#kernel/money.ts";
import { day } from "#kernel/time.ts";
import { Chart } from "../kit/chart/Chart.tsx";
import { DeadlineClock } from "../kit/DeadlineClock.tsx";
import { MoneyStrip } from "../kit/MoneyStrip.tsx";
import { Dialog, Menu, Tooltip } from "../kit/overlays.tsx";
import { RecordPlate } from "../kit/record/RecordPlate.tsx";
import { Badge } from "../kit/StatusBadge.tsx";
import { Panel } from "../kit/states.tsx";
import { notify } from "../kit/Toasts.tsx";

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const months = ["Oct", "Nov", "Dec", "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul"];
const points = months.map((label, at) => ({
  label,
  values: { expended: (190 + at * 24) * 1_000_000, encumbered: (80 + (at % 4) * 12) * 1_000_000 },
}));

function Buttons() {
  const [open, setOpen] = useState(false);
  return (
    <Panel title="Buttons and layers">
      <div className="flex flex-wrap items-center gap-2">
        <button
          type="button"
          className="btn btn-primary"
          onClick={() => notify.done("Approved", "PO-2027-00214")}
        >
          Primary
        </button>
        <button
          type="button"
          className="btn"
          onClick={() =>
            notify.failed("Not sent", "The vendor has no e-mail address. Add one under Contacts.")
          }
        >
          Default
        </button>
        <button type="button" className="btn btn-danger" onClick={() => setOpen(true)}>
          Void payment
        </button>
        <button type="button" className="btn btn-quiet">
          Quiet
        </button>
        <button type="button" className="btn btn-primary" aria-disabled="true">
          Not possible
        </button>
        <Tooltip label="Opens after 700 ms">
          <button type="button" className="btn btn-small">
            Small
          </button>
        </Tooltip>
        <Menu
          label="More"
          trigger={
            <button type="button" className="btn btn-icon" aria-label="More">
              <Ellipsis aria-hidden="true" />
            </button>
          }
          entries={[
            { kind: "label", label: "Order" },
            { label: "Duplicate", hint: "D", onSelect: () => undefined },
            { label: "Print", onSelect: () => undefined },
            { kind: "line" },
            { label: "Delete", danger: true, onSelect: () => undefined },
          ]}
        />
      </div>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Void payment 4417?"
        description="The invoice becomes payable again. This is recorded and cannot be taken back."
        footer={
          <>
            <button type="button" className="btn" onClick={() => setOpen(false)}>
              Cancel
            </button>
            <button type="button" className="btn btn-danger" onClick={() => setOpen(false)}>
              Void payment
            </button>
          </>
        }
      />
    </Panel>
  );
}

function Signatures() {
  return (
    <>
      <Panel title="Money strip">
        <div className="stack">
          <MoneyStrip
            expendedCents={774_000_00}
            encumberedCents={343_000_00}
            availableCents={153_000_00}
          />
          <MoneyStrip expendedCents={5_800_50} encumberedCents={0} availableCents={0} exact />
          <MoneyStrip
            expendedCents={90_000_00}
            encumberedCents={40_000_00}
            availableCents={-12_500_00}
          />
        </div>
      </Panel>
      <Panel title="Deadline clock and record plate">
        <div className="grid gap-3">
          <DeadlineClock deadline={inHours(9)} label="Approve by" />
          <DeadlineClock deadline={inHours(60)} />
          <DeadlineClock deadline={inHours(400)} />
          <DeadlineClock deadline={inHours(-30)} />
          <DeadlineClock deadline={day("2026-11-09")} done label="Paid" />
          <RecordPlate number="PO-2027-00211" owner="M. Okafor">
            <Badge tone="progress" label="Partly received" />
          </RecordPlate>
        </div>
      </Panel>
    </>
  );
}

export function PartsSample() {
  return (
    <>
      <h1>Parts</h1>
      <Panel title="Status badges">
        <div className="flex flex-wrap gap-2">
          <Badge tone="neutral" label="Draft" />
          <Badge tone="info" label="Submitted" />
          <Badge tone="progress" label="In review" />
          <Badge tone="success" label="Approved" />
          <Badge tone="warning" label="Due soon" />
          <Badge tone="danger" label="Overdue" />
          <Badge tone="emergency" label="Emergency" />
        </div>
      </Panel>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Signatures />
      </div>
      <Buttons />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Chart
          finding="Spending runs 6% under plan; commitments will close the gap in May"
          kind="stacked"
          axis="Month"
          series={[
            { id: "expended", label: "Expended" },
            { id: "encumbered", label: "Encumbered" },
          ]}
          points={points}
          format={(value) => formatCentsShort(value)}
          note="Fiscal year 2027, all funds"
        />
        <Chart
          finding="Approval takes two days less than a year ago"
          kind="line"
          axis="Month"
          series={[
            { id: "a", label: "This year" },
            { id: "b", label: "Last year" },
          ]}
          points={months.map((label, at) => ({
            label,
            values: { a: 5 - (at % 3), b: 7 - (at % 2) },
          }))}
          format={(value) => `${value} d`}
        />
      </div>
    </>
  );
}
