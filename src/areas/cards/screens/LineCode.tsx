import { useWatch } from "react-hook-form";
import { pathTo } from "#areas.ts";
import type { AccountString } from "#areas/budget/budget.ui.tsx";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import { TextArea, TextField } from "#web/kit/form/fields.tsx";
import { LineItems, type LineColumn } from "#web/kit/form/LineItems.tsx";
import { EditRecord } from "#web/kit/form/RecordForm.tsx";
import type { LineDetail } from "../line/line.model.ts";
import { lineForm } from "./line-form.ts";

type Order = { id: string; number: string; vendor: string; title: string };
type Part = { accountStringId: string | null; cents: number | null };

const columnsOf = (line: LineDetail): LineColumn[] => [
  {
    ...{ name: "accountStringId", label: "Account", kind: "lookup", required: true },
    path: "/api/v1/account-strings",
    itemLabel: (account: AccountString) => `${account.code} · ${account.label}`,
    current: (id) =>
      line.splits.find(({ accountStringId }) => accountStringId === id)?.code ?? null,
  },
  { name: "cents", label: "Amount", kind: "money", required: true, width: "w-[150px]" },
];

// What is left to divide, while it is typed.
function Left({ cents }: { cents: number }) {
  const parts = (useWatch({ name: "splits" }) ?? []) as Part[];
  const left = cents - parts.reduce((sum, part) => sum + (part.cents || 0), 0);
  return (
    <p className={left === 0 ? "text-t2" : "text-warning"} role="status">
      {left === 0
        ? `The parts come to ${formatCents(cents)}, as the line does.`
        : `${formatCents(Math.abs(left))} ${Math.sign(left) === Math.sign(cents) ? "are left to divide" : "are too much"}.`}
    </p>
  );
}

function Fields({ line }: { line: LineDetail }) {
  return (
    <>
      <p className="text-t2">
        {formatCents(line.cents)} at {line.merchant} on {formatDate(line.purchasedOn)}, card ending
        in {line.lastFour}
      </p>
      <FileDrop
        name="photos"
        label="Receipt"
        accept="image/*,application/pdf"
        capture="environment"
        most={10}
        hint="A photo of the paper, or the merchant's PDF."
      />
      <TextField
        name="purpose"
        label="Bought for"
        hint="Such as: hinges for the shelter at Lake Ann"
        required
        maxLength={300}
      />
      <Combobox<Order>
        name="orderId"
        label="Pays the order"
        path="/api/v1/purchase-orders"
        query={line.vendorId ? `open=true&vendorId=${line.vendorId}` : "open=true"}
        itemLabel={({ number }) => number}
        itemHint={({ vendor, title }) => `${vendor} · ${title}`}
        currentLabel={line.orderNumber || null}
        hint="Where an order was placed for it before: both are then one purchase."
      />
      <LineItems
        name="splits"
        label="Accounts"
        columns={columnsOf(line)}
        blank={() => ({ accountStringId: null, cents: null })}
        min={1}
      />
      <Left cents={line.cents} />
      <TextField
        name="lostReceipt"
        label="Why there is no receipt"
        hint="Only where there is none: your words stand in for it"
        maxLength={500}
      />
      <TextArea name="note" label="Note" rows={2} maxLength={2000} />
    </>
  );
}

/** The holder says what a line was for; what is typed is kept on the device until it is saved. */
export default function LineCode() {
  return (
    <EditRecord<LineDetail>
      form={lineForm}
      draft="card-line"
      what="This card line"
      name={({ merchant }) => merchant}
      heading={({ merchant }) => <h1 className="text-22 font-semibold">{merchant}</h1>}
      nouns={["card-lines", "card-standing", "card-findings"]}
      submitLabel="Save"
      may={({ canCode }) => canCode}
      closed="A line is coded by whoever holds its card, or keeps it, until it is sent."
      opens="Open the line"
      page={(id) => pathTo("cardLine", { id })}
    >
      {(line) => <Fields line={line} />}
    </EditRecord>
  );
}
