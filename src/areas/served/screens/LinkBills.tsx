import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { messageOf, readBytes, saveFile } from "#web/kit/api.ts";
import { TextArea } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { billStatuses, type BillStatus } from "../bill/bill.labels.ts";
import type { ClientView } from "../link/link.model.ts";
import type { Post } from "./link.ts";

type Of = { view: ClientView; token: string; post: Post; onDone: (what: string) => void };
type Bill = ClientView["bills"][number];

function Dispute({ bill, post, onDone }: Pick<Of, "post" | "onDone"> & { bill: Bill }) {
  return (
    <Form<{ reason: string }>
      formKey={null}
      defaultValues={{ reason: "" }}
      submitLabel="Send it"
      onSubmit={async ({ reason }) => {
        await post("dispute", { billId: bill.id, reason });
        onDone(`We look at ${bill.number}. A copy of what you wrote is on its way to you.`);
      }}
    >
      <TextArea name="reason" label="What is not right" required rows={3} maxLength={1000} />
    </Form>
  );
}

function BillCard({ bill, token, post, onDone }: Omit<Of, "view"> & { bill: Bill }) {
  const [disputing, setDisputing] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const take = () =>
    readBytes("/api/v1/served-clients/bill", { token, billId: bill.id }).then(
      (bytes) => saveFile(new Blob([bytes], { type: "application/pdf" }), `${bill.number}.pdf`),
      (error: unknown) => setFailed(messageOf(error)),
    );
  return (
    <Panel
      title={bill.number}
      level="h3"
      aside={<StatusBadge statuses={billStatuses} status={bill.status as BillStatus} />}
    >
      <div className="grid gap-3">
        <p>
          {formatCents(bill.total)}, sent on {formatDate(bill.issuedOn)}, due on{" "}
          {formatDate(bill.dueOn)}
          {bill.received > 0 && `; ${formatCents(bill.received)} came in`}
        </p>
        {failed && (
          <p className="notice" role="status">
            {failed}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <button type="button" className="btn" onClick={() => void take()}>
            Bill as PDF<span className="visually-hidden">: {bill.number}</span>
          </button>
          {["sent", "part_paid"].includes(bill.status) && !disputing && (
            <button type="button" className="btn" onClick={() => setDisputing(true)}>
              Something is not right<span className="visually-hidden"> with {bill.number}</span>
            </button>
          )}
        </div>
        {disputing && <Dispute bill={bill} post={post} onDone={onDone} />}
      </div>
    </Panel>
  );
}

/** Bills of a client, each as a file; one that is not right is disputed here. */
export function LinkBills({ view, ...of }: Of) {
  if (view.bills.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h2>Bills</h2>
      {view.bills.map((bill) => (
        <BillCard key={`${bill.id}-${bill.status}`} bill={bill} {...of} />
      ))}
    </section>
  );
}
