import { pathTo } from "#areas.ts";
import { ImportPage } from "#web/kit/import/ImportPage.tsx";

/** Invoices without an order from a file. */
export default function InvoiceImport() {
  return (
    <ImportPage
      title="Import invoices"
      kind="invoices"
      things="invoices"
      permission="invoice.create"
      closed={{
        title: "You cannot import invoices",
        text: "Accounts payable can. An administrator grants the duty under Team.",
      }}
      nouns={["invoices"]}
      done={pathTo("invoices")}
      help={
        <p>
          CSV or XLSX, one invoice a row: vendor (number or legal name), invoice number, invoice
          date, description, amount, account string. For invoices without an order, such as
          utilities; each is checked and routed like one that is typed in.
        </p>
      }
    />
  );
}
