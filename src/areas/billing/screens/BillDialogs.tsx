import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { formatCents } from "#kernel/money.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import {
  DateField,
  FormRow,
  MoneyField,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { meansOfPayment } from "../bill/bill.labels.ts";
import type { BillDetail, PaymentRow } from "../bill/bill.model.ts";

const nouns = ["agency-bills", "hosting-agreements"];
const path = "/api/v1/agency-bills";
type Line = { description: string; cents: number | null };
const noLine = (): Line => ({ description: "", cents: null });

function Lines() {
  return (
    <LineItems
      name="lines"
      label="Lines"
      min={1}
      blank={noLine}
      columns={[
        { name: "description", label: "What", kind: "text", required: true },
        { name: "cents", label: "Amount", kind: "money" },
      ]}
    />
  );
}

/** Drafts a bill by hand, for what no plan says. */
export function DraftDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <PostDialog<{ customerId: string | null; note: string; lines: Line[] }>
      title="Draft a bill"
      description="For what no plan says: help with an import, a training day. Another operator sends it."
      path={path}
      submit="Save the draft"
      values={{ customerId: null, note: "", lines: [noLine()] }}
      nouns={nouns}
      onClose={onClose}
      onDone={({ id }) => void navigate(pathTo("agencyBill", { id }))}
    >
      <Combobox<{ id: string; name: string }>
        name="customerId"
        label="Agency"
        required
        path="/api/v1/hosted-agencies"
        itemLabel={(agency) => agency.name}
      />
      <Lines />
      <TextArea name="note" label="Note on the bill" rows={3} maxLength={2000} />
    </PostDialog>
  );
}

type Of = { bill: BillDetail; onClose: () => void };

/** Drafts a credit note to a bill that went out. */
export function CreditDialog({ bill, onClose }: Of) {
  const navigate = useNavigate();
  return (
    <PostDialog<{ note: string; lines: Line[] }>
      title={`Credit on ${bill.number}`}
      description={`${formatCents(bill.owed)} are still owed. Another operator sends the credit note.`}
      path={`${path}/${bill.id}/actions/credit`}
      submit="Save the draft"
      values={{ note: "", lines: [noLine()] }}
      nouns={nouns}
      onClose={onClose}
      onDone={({ id }) => void navigate(pathTo("agencyBill", { id }))}
    >
      <Lines />
      <TextArea name="note" label="What it corrects" required rows={3} maxLength={2000} />
    </PostDialog>
  );
}

type Paid = { cents: number | null; receivedOn: string; means: string; reference: string };

/** Records money that came for a bill; another operator confirms it. */
export function PaymentDialog({ bill, onClose }: Of) {
  return (
    <PostDialog<Paid>
      title={`Money for ${bill.number}`}
      description="It counts once another operator confirmed it, by the bank's statement."
      path={`${path}/${bill.id}/actions/record-payment`}
      submit="Record it"
      values={{ cents: bill.owed, receivedOn: "", means: "ach", reference: "" }}
      nouns={nouns}
      onClose={onClose}
    >
      <FormRow>
        <MoneyField name="cents" label="Amount" required />
        <DateField name="receivedOn" label="Came on" required />
      </FormRow>
      <FormRow>
        <SelectField name="means" label="By" required options={options(meansOfPayment)} />
        <TextField name="reference" label="Reference" required maxLength={120} />
      </FormRow>
    </PostDialog>
  );
}

/** Answers a dispute with what was found. */
export function SettleDialog({ bill, onClose }: Of) {
  return (
    <PostDialog<{ reason: string }>
      title={`Answer the dispute of ${bill.number}`}
      description="The agency reads it. The bill's days count again; what is wrong is credited by a credit note."
      path={`${path}/${bill.id}/actions/settle-dispute`}
      submit="Answer it"
      values={{ reason: "" }}
      nouns={nouns}
      onClose={onClose}
    >
      <TextArea name="reason" label="What was found" required rows={4} maxLength={1000} />
    </PostDialog>
  );
}

/** Why money is rejected, or taken back. */
export function UndoDialog({ payment, onClose }: { payment: PaymentRow; onClose: () => void }) {
  const confirmed = payment.status === "confirmed";
  return (
    <PostDialog<{ reason: string }>
      title={`${confirmed ? "Take back" : "Reject"} ${formatCents(payment.cents)}`}
      description={
        confirmed
          ? "The bill is owed again by so much."
          : "It counts for nothing; the bill stays open."
      }
      path={`/api/v1/agency-payments/${payment.id}/actions/${confirmed ? "take-back" : "reject"}`}
      submit={confirmed ? "Take it back" : "Reject it"}
      values={{ reason: "" }}
      nouns={nouns}
      onClose={onClose}
    >
      <TextField name="reason" label="Why" required maxLength={1000} />
    </PostDialog>
  );
}
