import { pathTo } from "#areas.ts";
import { EditRecord } from "#web/kit/form/RecordForm.tsx";
import { InvoiceFields, invoiceForm } from "./InvoiceFields.tsx";
import type { InvoiceDetail } from "./invoice.model.ts";
import { useConfirmNegative } from "./useConfirmNegative.tsx";

/** Corrects an invoice that is not approved; it is priced and matched again. */
export default function InvoiceEdit() {
  const { sending, question } = useConfirmNegative();
  return (
    <>
      <EditRecord<InvoiceDetail>
        form={invoiceForm}
        draft="invoice"
        what="This invoice"
        may={() => true}
        heading={({ number }) => <h1 className="text-22 font-semibold">Correct {number}</h1>}
        submitLabel="Save and match again"
        sending={(send) => sending((confirmNegative) => send({ confirmNegative }))}
        page={(id) => pathTo("invoice", { id })}
      >
        {({ vendor, orderNumber, fileName }) => (
          <InvoiceFields vendorLabel={vendor} orderLabel={orderNumber} documentName={fileName} />
        )}
      </EditRecord>
      {question}
    </>
  );
}
