import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useOpened } from "#web/kit/form/opened.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { InvoiceFields, toForm, toInput, type InvoiceForm } from "./InvoiceFields.tsx";
import type { InvoiceDetail } from "./invoice.model.ts";
import { useConfirmNegative } from "./useConfirmNegative.tsx";

/** Corrects an invoice that is not approved; it is priced and matched again. */
export default function InvoiceEdit() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const record = useOpened<InvoiceDetail>("/api/v1/invoices", id);
  const save = useMutationAction<{ id: string }>("invoices");
  const { sending, question } = useConfirmNegative();
  const back = () => void navigate(pathTo("invoice", { id }));
  if (record.isPending) return <RecordSkeleton />;
  if (!record.record)
    return (
      <ErrorPanel error={record.error} what="This invoice" onRetry={() => void record.refetch()} />
    );
  const { version, number, vendor, orderNumber, fileName } = record.record;
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">Correct {number}</h1>
      <Form<InvoiceForm>
        formKey={`invoice-${id}`}
        defaultValues={toForm(record.record)}
        submitLabel="Save and match again"
        wide
        onCancel={back}
        version={version}
        conflict={record.conflictOf(toForm)}
        onSubmit={async (values) => {
          await sending((confirmNegative) =>
            save.mutateAsync({
              method: "PATCH",
              path: `/api/v1/invoices/${id}`,
              body: { ...toInput(values), confirmNegative },
              version,
            }),
          );
          back();
        }}
      >
        <InvoiceFields vendorLabel={vendor} orderLabel={orderNumber} documentName={fileName} />
      </Form>
      {question}
    </div>
  );
}
