import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { DateField, FormRow, MoneyField, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { BillDetail, ReceiptRow } from "../bill/bill.model.ts";

type Of = { bill: BillDetail; onClose: () => void };
type Cost = { id: string; documentNumber: string; description: string; open: number };
type Receipt = { id: string; journal: string; description: string; onDay: Day; left: number };

const nouns = ["client-bills", "clients", "costs"];
const act = (bill: BillDetail, name: string) => `/api/v1/client-bills/${bill.id}/actions/${name}`;
const servicesOf = (bill: BillDetail, kind: string) =>
  bill.services
    .filter((service) => service.kind === kind)
    .map(({ code, name }) => ({ value: code, label: `${code} ${name}` }));

function OfRequest({ bill }: { bill: BillDetail }) {
  if (bill.requests.length === 0) return null;
  return (
    <SelectField
      name="requestId"
      label="For the request"
      placeholder="No request"
      options={bill.requests.map(({ id, number, title }) => ({
        value: id,
        label: `${number} ${title}`,
      }))}
    />
  );
}

type CostValues = {
  service: string;
  requestId: string;
  costs: { costLineId: string | null; cents: number | null }[];
};

/** Takes paid costs of the books onto a draft. */
export function CostsDialog({ bill, onClose }: Of) {
  const services = servicesOf(bill, "cost");
  return (
    <PostDialog<CostValues>
      title="Add costs"
      description="Offered is what is paid and free. A cost that a grant or another bill took stands in the list of costs, with who took it."
      path={act(bill, "add-costs")}
      version={bill.version}
      submit="Add them"
      values={{
        service: services[0]?.value ?? "",
        requestId: bill.requests.length === 1 ? bill.requests[0]!.id : "",
        costs: [{ costLineId: null, cents: null }],
      }}
      bodyOf={({ requestId, ...given }) => ({ ...given, requestId: requestId || null })}
      nouns={nouns}
      onClose={onClose}
    >
      <FormRow>
        <SelectField name="service" label="Service" required options={services} />
        <OfRequest bill={bill} />
      </FormRow>
      <LineItems
        name="costs"
        label="Costs"
        min={1}
        blank={() => ({ costLineId: null, cents: null })}
        columns={[
          {
            name: "costLineId",
            label: "Cost",
            kind: "lookup",
            required: true,
            path: "/api/v1/costs",
            query: "claimable=true&sort=-incurredTo",
            itemLabel: (cost: Cost) => `${cost.documentNumber} ${cost.description}`,
            itemHint: (cost: Cost) => `${formatCents(cost.open)} not taken yet`,
            current: () => null,
          },
          { name: "cents", label: "Only a part", kind: "money" },
        ]}
      />
    </PostDialog>
  );
}

type FeeValues = { service: string; requestId: string; servedOn: string; quantity: string };

/** Puts a fixed fee on a draft. */
export function FeeDialog({ bill, onClose }: Of) {
  const services = servicesOf(bill, "fee");
  return (
    <PostDialog<FeeValues>
      title="Add a fixed fee"
      path={act(bill, "add-fee")}
      version={bill.version}
      submit="Add it"
      values={{ service: services[0]?.value ?? "", requestId: "", servedOn: "", quantity: "1" }}
      bodyOf={({ requestId, quantity, ...given }) => ({
        ...given,
        ...{ requestId: requestId || null, quantity: Number(quantity) },
      })}
      nouns={nouns}
      onClose={onClose}
    >
      <SelectField name="service" label="Service" required options={services} />
      <FormRow>
        <DateField name="servedOn" label="Done on" required />
        <TextField name="quantity" label="How many" required maxLength={6} />
      </FormRow>
      <OfRequest bill={bill} />
    </PostDialog>
  );
}

const receiptLabel = (r: Receipt) => `${r.journal} ${r.description}, ${formatDate(r.onDay)}`;
const receiptHint = (r: Receipt) => `${formatCents(r.left)} not used yet`;

type MoneyValues = {
  journalLineId: string | null;
  cents: number | null;
  receivedOn: string;
  reference: string;
};

/** Keeps money that came in for a bill. */
export function ReceiveDialog({ bill, onClose }: Of) {
  return (
    <PostDialog<MoneyValues>
      title={`Money for ${bill.number}`}
      description="Of a receipt that the books have, or typed until they do. Nothing else marks a bill as paid."
      path={act(bill, "receive")}
      submit="Keep it"
      values={{ journalLineId: null, cents: bill.owed, receivedOn: "", reference: "" }}
      bodyOf={({ receivedOn, ...given }) => ({ ...given, receivedOn: receivedOn || null })}
      nouns={nouns}
      onClose={onClose}
    >
      <Combobox<Receipt>
        name="journalLineId"
        label="Posted receipt"
        hint="Leave it empty where the books do not have it yet"
        path="/api/v1/client-receipts-free"
        itemLabel={receiptLabel}
        itemHint={receiptHint}
      />
      <MoneyField name="cents" label="Amount for this bill" required />
      <FormRow>
        <DateField name="receivedOn" label="Came in on" />
        <TextField
          name="reference"
          label="Check or transfer"
          hint="Of a typed one: its day and number"
          maxLength={120}
        />
      </FormRow>
    </PostDialog>
  );
}

/** Says which posted receipt a typed one is. */
export function BookDialog({ receipt, onClose }: { receipt: ReceiptRow; onClose: () => void }) {
  return (
    <PostDialog<{ journalLineId: string | null }>
      title={`The books have ${receipt.reference}`}
      path={`/api/v1/client-receipts/${receipt.id}/actions/book`}
      submit="It is this one"
      values={{ journalLineId: null }}
      nouns={nouns}
      onClose={onClose}
    >
      <Combobox<Receipt>
        name="journalLineId"
        label="Posted receipt"
        required
        path="/api/v1/client-receipts-free"
        itemLabel={receiptLabel}
        itemHint={receiptHint}
      />
    </PostDialog>
  );
}

/** Takes a receipt back that was kept wrongly. */
export function TakeBackDialog({ receipt, onClose }: { receipt: ReceiptRow; onClose: () => void }) {
  return (
    <PostDialog<{ reason: string }>
      title={`Take ${formatCents(receipt.cents)} back`}
      description="The bill is owed again by so much."
      path={`/api/v1/client-receipts/${receipt.id}/actions/take-back`}
      submit="Take it back"
      values={{ reason: "" }}
      nouns={nouns}
      onClose={onClose}
    >
      <TextField name="reason" label="Why" required maxLength={500} />
    </PostDialog>
  );
}
