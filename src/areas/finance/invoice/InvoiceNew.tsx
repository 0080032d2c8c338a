import { useEffect, useState } from "react";
import { useFormContext } from "react-hook-form";
import { useNavigate, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { DropZone, uploadFile } from "#web/kit/form/DropZone.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { failureOf, FileFailures, type FileFailure } from "#web/kit/form/eachFile.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { Panel } from "#web/kit/states.tsx";
import {
  blankInvoice,
  InvoiceFields,
  toInput,
  type InvoiceForm,
  useTakeOrder,
} from "./InvoiceFields.tsx";
import { useConfirmNegative } from "./useConfirmNegative.tsx";

function FromFile({ onMade }: { onMade: (invoice: { id: string }) => void }) {
  const [state, setState] = useState<{ busy: boolean; failed: FileFailure | null }>({
    busy: false,
    failed: null,
  });
  const read = useMutationAction<{ id: string }>("invoices");
  const take = async ([file]: readonly File[]) => {
    if (!file) return;
    setState({ busy: true, failed: null });
    try {
      const stored = await uploadFile(file);
      onMade(
        await read.mutateAsync({ path: "/api/v1/invoices/from-ubl", body: { fileId: stored.id } }),
      );
    } catch (error) {
      setState({ busy: false, failed: failureOf(file, "taken", error) });
    }
  };
  return (
    <Panel title="From a UBL file">
      <p className="mb-3 text-t2">
        An Invoice or CreditNote in UBL 2.1 (EN 16931). The order, its lines and the vendor are
        found from the file; the match runs at once.
      </p>
      <div className="grid gap-3" data-files>
        <DropZone
          id="ubl-file"
          accept=".xml,application/xml,text/xml"
          busy={state.busy}
          onFiles={(files) => void take(files)}
        />
        <FileFailures
          failures={state.failed ? [state.failed] : []}
          onRemove={() => setState({ busy: false, failed: null })}
        />
      </div>
    </Panel>
  );
}

/** Begins with the order of the address, unless a draft of it is back. */
function FromOrder({ orderId }: { orderId: string }) {
  const { getValues } = useFormContext<InvoiceForm>();
  const take = useTakeOrder();
  useEffect(() => {
    if (getValues("vendorId") === "")
      void take(orderId).catch((error: unknown) =>
        notify.failed("The order's lines were not taken over", error),
      );
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, for the order in the address
  }, [orderId]);
  return null;
}

/** Enters an invoice by hand or from a file. */
export default function InvoiceNew() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const orderId = search.get("purchaseOrderId");
  const { currency } = useAgency();
  const { can } = useAuth();
  const save = useMutationAction<{ id: string; number: string; status: string }>("invoices");
  const { sending, question } = useConfirmNegative();
  const send = async (values: InvoiceForm, choice: string | null) => {
    const made = await sending((confirmNegative) =>
      save.mutateAsync({
        path: "/api/v1/invoices",
        body: { ...toInput(values), submit: choice === "submit", confirmNegative },
      }),
    );
    if (choice === "submit" && made.status === "in_approval")
      notify.done(`${made.number} was sent for approval`);
    else if (choice === "submit")
      notify.info(
        `${made.number} is saved, not sent`,
        "The match found something to settle first.",
      );
    open(made);
  };
  const open = (invoice: { id: string }) => void navigate(pathTo("invoice", { id: invoice.id }));
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">New invoice</h1>
      <FromFile onMade={open} />
      <Panel title="Typed in">
        <Form<InvoiceForm>
          key={orderId}
          formKey={orderId ? `invoice-new-${orderId}` : "invoice-new"}
          defaultValues={{ ...blankInvoice(currency), purchaseOrderId: orderId }}
          submitLabel="Save and match"
          wide
          choices={
            can("invoice.edit") ? [{ name: "submit", label: "Save and send for approval" }] : []
          }
          onSubmit={send}
          onCancel={() => void navigate(pathTo("invoices"))}
        >
          {orderId && <FromOrder orderId={orderId} />}
          <InvoiceFields />
        </Form>
        {question}
      </Panel>
    </div>
  );
}
