import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useOpened } from "#web/kit/form/opened.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import {
  blankInvoice,
  blankLine,
  InvoiceFields,
  toInput,
  type InvoiceForm,
} from "./InvoiceFields.tsx";
import type { InvoiceDetail } from "./invoice.model.ts";
import { useMeant } from "./useMeant.tsx";

// Whatever the form knows is taken from the record under the same name.
const taken = <T extends object>(known: T, from: object): T =>
  Object.fromEntries(
    Object.keys(known).map((key) => [key, (from as Record<string, unknown>)[key]]),
  ) as T;
const toForm = (i: InvoiceDetail): InvoiceForm => ({
  ...taken(blankInvoice(i.currency), i),
  document: [],
  lines: i.lines.map((line) => taken(blankLine(), line)),
});

/** Corrects an invoice that is not approved; it is priced and matched again. */
export default function InvoiceEdit() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const record = useOpened<InvoiceDetail>("/api/v1/invoices", id);
  const save = useMutationAction<{ id: string }>("invoices");
  const { sending, question } = useMeant();
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
